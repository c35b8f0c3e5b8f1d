import Foundation
import KernelTypes
import ProcessorTime
import Raster

// Usage: EInkBench
// Turns a picture of each size into the inks of panels and packs it. Prints a Markdown table: milliseconds of processor
// time on one core for the inks and for packing, the least of five times, of smooth art and of pixel art.

/// A smooth picture without any flat part, partly clear.
func smooth(_ size: PixelSize) -> StraightImage {
    var picture = StraightImage(size: size)
    for y in 0..<size.height {
        for x in 0..<size.width {
            let wave = (x * 31 + y * 17) ^ (x * y / 64)
            picture[x, y] = StraightPixel(
                r: UInt8(truncatingIfNeeded: x * 255 / size.width + wave % 7),
                g: UInt8(truncatingIfNeeded: y * 255 / size.height + wave % 5),
                b: UInt8(truncatingIfNeeded: wave / 16),
                a: x % 97 == 0 ? UInt8(truncatingIfNeeded: y) : 255
            )
        }
    }
    return picture
}

/// Squares of 25 pixels in a few colors.
func blocks(_ size: PixelSize) -> StraightImage {
    var picture = StraightImage(size: size)
    for y in 0..<size.height {
        for x in 0..<size.width {
            let color = (x / 25 * 7 + y / 25 * 13) % 12
            picture[x, y] = StraightPixel(r: UInt8(color * 20), g: UInt8(color * 9), b: 128)
        }
    }
    return picture
}

func best(_ body: () -> Void) -> Double {
    (0..<5).map { _ in processorTime(of: body) }.min() ?? 0
}

let paper = RGB(255, 255, 255)
print("| panel | inks | art | dithering | inks, ms | packing, ms |")
print("| --- | --- | --- | --- | --- | --- |")
let panels: [(Int, Int, String, Inks)] = [
    (768, 552, "mono", .mono), (1600, 1200, "spectra6", .spectra6),
]
for (width, height, name, inks) in panels {
    guard let size = PixelSize(width: width, height: height) else { continue }
    for (kind, art) in [("smooth", smooth(size)), ("pixels", blocks(size))] {
        for dithering in Dithering.allCases {
            var panel = PanelPicture(art, over: paper, in: inks, dithering)
            let found = best { panel = PanelPicture(art, over: paper, in: inks, dithering) }
            var bytes = 0
            let packed = best { bytes = panel.packed.count }
            precondition(bytes == (width * inks.bitsPerPixel + 7) / 8 * height)
            print(
                String(
                    format: "| %dx%d | %@ | %@ | %@ | %.1f | %.1f |",
                    width,
                    height,
                    name,
                    kind,
                    dithering.rawValue,
                    found * 1000,
                    packed * 1000
                )
            )
        }
    }
}
