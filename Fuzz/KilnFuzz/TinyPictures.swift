import ChromaKey
import Raster
import SheetSlicing

/// Keys, joins and cuts a picture of a few pixels: size and settings from the first bytes, colors from the
/// others.
func keyTinyPicture(_ bytes: [UInt8]) {
    guard bytes.count > 8, let image = picture(bytes[8...], bytes[0], bytes[1]) else { return }
    var settings = KeySettings(
        key: bytes[2] & 8 == 0 ? .color(RGB(0, 255, 0)) : .auto,
        mode: KeyMode.allCases[Int(bytes[2] & 3)],
        threshold: Double(bytes[3]) / 128,
        smoothing: Double(bytes[4]) / 128,
        spill: Double(bytes[5] & 3) / 3,
        shadow: KeyShadow.allCases[Int(bytes[5] >> 2) % KeyShadow.allCases.count],
        edge: Int(bytes[6] & 15),
        erode: Int(bytes[6] >> 4 & 3),
        feather: Int(bytes[6] >> 6)
    )
    if bytes[2] & 16 != 0 { settings.keep = [color(bytes[7])] }
    if bytes[2] & 32 != 0 { settings.clear = [color(bytes[8])] }
    if bytes[2] & 64 != 0 {
        settings.keepBoxes = [PixelRect(x: 0, y: 1, width: 2, height: 9)].compactMap(\.self)
    }
    let hints = KeyHints(
        chromaSubsampling: [nil, ChromaSubsampling.none, .half, .quarter][Int(bytes[7] & 3)],
        verdicts: bytes[7] & 4 == 0 ? nil : areaVerdicts(of: image, settings: settings)
    )
    let keyed = key(image, settings: settings, hints: hints)
    precondition(keyed.image.size == image.size)
    precondition(keyed.fringeMap.size == image.size)
    if bytes[7] & 8 != 0, let other = picture(bytes[8...].reversed()[...], bytes[0], bytes[1]) {
        _ = try? triangulate([image, other], settings: settings)
    }
    cut(keyed.image)
    cut(image)
}

private func cut(_ image: StraightImage) {
    let cuts: [SheetCut] = [
        .auto(IslandSettings()), .islands(IslandSettings()), .islands(IslandSettings(count: 2)),
        .grid(GridLayout(columns: 2, rows: 1)),
    ]
    for cut in cuts {
        guard let sheet = try? cutSheet(image, cut) else { continue }
        let whole = PixelRect(image.size)
        precondition(sheet.frames.allSatisfy { whole.contains($0.box) })
        _ = registerFrames(image, sheet, RegisterSettings(anchor: .feet))
    }
    _ = PixelLattice.find(in: [image])
}

private func picture(
    _ colors: ArraySlice<UInt8>,
    _ width: UInt8,
    _ height: UInt8
) -> StraightImage? {
    // Mostly 1 to 4 pixels, and long ones.
    func side(_ byte: UInt8) -> Int { byte < 192 ? 1 + Int(byte) % 4 : Int(byte) - 187 }
    guard let size = PixelSize(width: side(width), height: side(height)) else { return nil }
    var image = StraightImage(size: size)
    let colors = Array(colors)
    for y in 0..<size.height {
        for x in 0..<size.width {
            let byte = colors[(y * size.width + x) % colors.count]
            let color = color(byte)
            let alpha: UInt8 = byte >= 250 ? 0 : byte >= 245 ? 128 : 255
            image[x, y] = StraightPixel(r: color.r, g: color.g, b: color.b, a: alpha)
        }
    }
    return image
}

/// Greens for half of the bytes, any hue for the others.
private func color(_ byte: UInt8) -> RGB {
    byte < 128
        ? RGB((byte & 3) * 16, 128 | byte, (byte >> 2 & 3) * 16)
        : RGB((byte & 3) * 85, (byte >> 2 & 3) * 85, (byte >> 4 & 3) * 85)
}
