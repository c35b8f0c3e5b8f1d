// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import ImageCodec
import Raster

/// Pictures to key, made from a folder of art.
struct Sheet {
    /// The art, over the screen where it is see-through.
    let sprites: [StraightImage]

    static let screen = StraightPixel(r: 0, g: 255, b: 0)

    /// Reads every PNG of a folder, in the order of names.
    init(folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".png") }
        sprites = try names.map {
            let bytes = try Data(contentsOf: URL(filePath: folder).appending(path: $0))
            return try decodeImage([UInt8](bytes)).image
        }
        guard !sprites.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
    }

    /// A picture with one sprite in the middle of each cell, enlarged or reduced to fit.
    ///
    /// Of sheets of frames the top left 512 pixels are taken.
    func picture(cell: PixelSize, columns: Int, rows: Int, first: Int = 0) -> StraightImage {
        var page = PremultipliedImage(
            size: PixelSize(width: cell.width * columns, height: cell.height * rows)!,
            filledWith: PremultipliedPixel(r: 0, g: 255, b: 0, a: 255)
        )
        for index in 0..<columns * rows {
            let whole = sprites[(first + index) % sprites.count]
            let part = PixelRect(
                x: 0,
                y: 0,
                width: min(whole.width, 512),
                height: min(whole.height, 512)
            )!
            let sprite = whole.cropped(to: part)
            let scale = min(
                Double(cell.width - 8) / Double(sprite.width),
                Double(cell.height - 8) / Double(sprite.height)
            )
            let size = PixelSize(
                width: max(1, Int(Double(sprite.width) * scale)),
                height: max(1, Int(Double(sprite.height) * scale))
            )!
            page.draw(
                sprite.premultiplied().resampled(to: size, using: .area),
                at: PixelPoint(
                    x: index % columns * cell.width + (cell.width - size.width) / 2,
                    y: index / columns * cell.height + (cell.height - size.height) / 2
                )
            )
        }
        return page.straight()
    }
}

extension StraightImage {
    /// The picture with a screen that darkens toward a corner, and noise of a standard deviation
    /// of about 2 code values, always the same.
    func uneven() -> StraightImage {
        var seed: UInt64 = 1
        func noise() -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let bits = seed >> 40
            return Int(bits & 7) + Int(bits >> 3 & 7) - 7
        }
        func byte(_ value: Int) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        var result = self
        for y in 0..<height {
            for x in 0..<width {
                let pixel = self[x, y]
                let dark = 200 + 55 * (width + height - x - y) / (width + height)
                result[x, y] = StraightPixel(
                    r: byte(Int(pixel.r) * dark / 255 + 12 + noise()),
                    g: byte(Int(pixel.g) * dark / 255 + noise()),
                    b: byte(Int(pixel.b) * dark / 255 + 12 + noise())
                )
            }
        }
        return result
    }
}
