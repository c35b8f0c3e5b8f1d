internal import Diagnostics
package import FileStore
internal import PictureFiles
internal import Raster

/// Why a new catalog was not written.
package enum InitFailure: Error, Hashable, Sendable {
    /// Nothing is ever overwritten.
    case exists([String])
}

extension InitFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exists(let paths):
            """
            error: there is something already: \(printable(paths.joined(separator: ", ")))
              help: name another folder, or move it away
            """
        }
    }
}

/// Writes a small catalog and its art, which bakes as it is: one pet of two frames and one hat on a
/// green screen.
///
/// - Parameters:
///   - folder: where to; it may be there already.
///   - disk: where the folder is.
/// - Returns: the files written.
/// - Throws: `InitFailure` when one of the files is there already; `Obstruction`, `DiskError`;
///   nothing was written then.
package func initCatalog(in folder: String, disk: any Disk) async throws -> [String] {
    let pictures = [
        ("assets-src/blob_pet.png", starterPet()), ("assets-src/overlay_hat.png", starterHat()),
    ]
    let catalog = joinPath(folder, "catalog.json")
    let paths = [catalog] + pictures.map { joinPath(folder, $0.0) }
    let taken = paths.filter { disk.stamp($0) != nil }
    guard taken.isEmpty else { throw InitFailure.exists(taken) }
    let outputs = try await LooseOutputs.begin(in: folder, reading: [], LooseRules(), disk: disk)
    do {
        for (name, image) in pictures { try outputs.add(try encode(image, for: name), as: name) }
        try outputs.add(Array(starterCatalog.utf8), as: "catalog.json")
        // From here on they are the user's, not Kiln's to replace.
        try await outputs.commit(isRecorded: false)
    } catch {
        outputs.discard()
        throw error
    }
    return paths
}

private let starterCatalog = """
    {
      "catalogVersion": 1,
      "name": "starter",
      "sources": ["assets-src"],
      "canvas": { "width": 128, "height": 128 },
      "species": [
        { "id": "blob", "name": "Blob", "anchors": { "head": [[64, 46], [64, 52]] } }
      ],
      "items": [
        { "id": "hat", "name": "Hat", "equipStyle": "overlay", "z": 10,
          "placement": { "anchor": "head", "offset": [0, -10] } }
      ],
      "sheets": {
        "blob_pet": {
          "grid": { "columns": 2, "rows": 1 },
          "animations": { "idle": { "frames": "0-1", "fps": 3, "loop": true } }
        }
      },
      "looks": [ { "id": "blob-in-hat", "species": "blob", "overlays": ["hat"] } ],
      "targets": [
        { "id": "game", "kind": "atlas", "scales": [1], "formats": ["kiln", "texturepacker-hash"] }
      ]
    }

    """

/// A round creature that breathes: two cells of 128 x 128.
private func starterPet() -> StraightImage {
    var sheet = Sketch(width: 256, height: 128)
    for (cell, squeeze) in [(0.0, 0.0), (128.0, 6.0)] {
        let middle = cell + 64
        sheet.ellipse(middle, 82 + squeeze / 2, 46 + squeeze / 2, 40 - squeeze, 74, 62, 106)
        sheet.ellipse(middle, 82 + squeeze / 2, 42 + squeeze / 2, 36 - squeeze, 150, 134, 232)
        for side in [-1.0, 1] {
            sheet.ellipse(middle + side * 15, 76 + squeeze, 6, 8, 46, 36, 66)
            sheet.ellipse(middle + side * 15 - 2, 73 + squeeze, 2, 2.5, 255, 255, 255)
            sheet.ellipse(middle + side * 26, 90 + squeeze, 6, 4, 242, 140, 172)
        }
        sheet.ellipse(middle, 90 + squeeze, 4, 3, 46, 36, 66)
    }
    return sheet.image.straight()
}

/// A hat on #00FF00, as an artist would hand it in.
private func starterHat() -> StraightImage {
    var picture = Sketch(width: 72, height: 56)
    picture.image.draw(
        StraightImage(
            size: picture.image.size,
            filledWith: StraightPixel(r: 0, g: 255, b: 0)
        ).premultiplied(),
        at: .zero
    )
    picture.ellipse(36, 42, 28, 8, 122, 36, 52)
    picture.ellipse(36, 28, 17, 20, 122, 36, 52)
    picture.ellipse(36, 28, 14, 17, 214, 72, 88)
    picture.ellipse(36, 41, 24, 5, 214, 72, 88)
    return picture.image.straight()
}

/// A canvas for discs with smooth edges.
private struct Sketch {
    var image: PremultipliedImage

    init(width: Int, height: Int) {
        image = PremultipliedImage(size: PixelSize(width: width, height: height) ?? .onePixel)
    }

    /// Draws an opaque ellipse around (x, y); coverage is counted on 4 x 4 places a pixel.
    mutating func ellipse(
        _ x: Double,
        _ y: Double,
        _ radiusX: Double,
        _ radiusY: Double,
        _ r: UInt8,
        _ g: UInt8,
        _ b: UInt8
    ) {
        var layer = StraightImage(size: image.size)
        for row in 0..<image.height {
            for column in 0..<image.width {
                var hits = 0
                for place in 0..<16 {
                    let dx = (Double(column) + (Double(place % 4) + 0.5) / 4 - x) / radiusX
                    let dy = (Double(row) + (Double(place / 4) + 0.5) / 4 - y) / radiusY
                    if dx * dx + dy * dy <= 1 { hits += 1 }
                }
                if hits > 0 {
                    let alpha = UInt8(hits * 255 / 16)
                    layer[column, row] = StraightPixel(r: r, g: g, b: b, a: alpha)
                }
            }
        }
        image.draw(layer.premultiplied(), at: .zero)
    }
}
