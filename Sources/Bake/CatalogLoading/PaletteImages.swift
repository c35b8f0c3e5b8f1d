import Catalog
package import Diagnostics
import FileStore
import ImageCodec
import Raster

extension Check {
    package static let paletteImage = Check("palette-image", isFixed: true)
}

extension Catalog {
    /// Gives palettes that are images their colors: the visible pixels, row by row.
    mutating func readPalettes(
        _ index: AssetIndex,
        in folder: String,
        disk: any Disk
    ) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for place in palettes.indices {
            guard let asset = palettes[place].asset else { continue }
            let name = palettes[place].name
            let location = palettes[place].place["image"].location
            guard let file = index[asset]?.files.first else {
                let known = index.assets.map(\.name)
                found.append(
                    Diagnostic(
                        .paletteImage,
                        at: location,
                        message: "palette \"\(name)\" has no picture, "
                            + "found no asset \"\(shortened(asset, to: 80))\"",
                        help: whatIsMeant(by: asset, among: known) ?? "add \(asset).png"
                    )
                    .following([.sources])
                )
                continue
            }
            do throws(PaletteFault) {
                palettes[place].colors = try paletteColors(
                    of: joinPath(folder, file.path),
                    disk: disk
                )
            } catch {
                found.append(
                    Diagnostic(
                        .paletteImage,
                        at: location,
                        message: "palette \"\(name)\": \(file.path) \(error.fact)",
                        help: error.help
                    )
                )
            }
        }
        return found
    }
}

private struct PaletteFault: Error {
    var fact: String
    var help = "draw one pixel for each color"
}

private func paletteColors(of path: String, disk: any Disk) throws(PaletteFault) -> [HexColor] {
    guard let bytes = try? disk.read(path) else {
        throw PaletteFault(fact: "cannot be read", help: "see whether the file may be read")
    }
    // A color a pixel, and clear ones between them: no palette is as large as art.
    var limits = DecodeLimits()
    limits.maximumPixels = 1 << 20
    let image: StraightImage
    do throws(ImageDecodingError) {
        image = try decodeImage(bytes, limits: limits).image
    } catch {
        throw PaletteFault(fact: "cannot be a palette: \(error.description)")
    }
    let visible = image.pixels.lazy.filter { $0.a > 0 }.map { HexColor($0.r, $0.g, $0.b) }
    let colors = Array(visible.prefix(Recolor.limit + 1))
    guard !colors.isEmpty else { throw PaletteFault(fact: "has no visible pixel") }
    guard colors.count <= Recolor.limit else {
        throw PaletteFault(
            fact: "has more visible pixels than a palette may have colors, "
                + "expected at most \(Recolor.limit)"
        )
    }
    return colors
}
