import Catalog

/// libGDX's and Spine's text, all pages in `<atlas>.atlas`, or in `<atlas>.spine.atlas`.
///
/// Frames are rotated counterclockwise; `bounds` has the upright width and height. The second of
/// `offsets` is the rows removed at the *bottom*, because libGDX's y points up. `isIndexed`:
/// `walk_0` and `walk_1` become `walk` with two indexes, for `findRegions`; Spine looks up whole
/// names.
func libgdx(_ atlas: AtlasDescription, isIndexed: Bool) -> [ExportedFile] {
    let pages = atlas.pages.map { page in
        var lines = [
            page.imageFile, "size:\(page.width),\(page.height)", "format:\(atlas.pixelFormat)",
            "filter:\(atlas.filter.ofLibGDX)",
        ]
        if atlas.isPremultiplied { lines.append("pma:true") }
        for frame in page.namedFrames {
            let number = isIndexed ? NumberedName(region: frame.name) : nil
            lines.append(number?.name ?? frame.name)
            if let number { lines += number.entries }
            lines.append("bounds:\(frame.x),\(frame.y),\(frame.width),\(frame.height)")
            if frame.isTrimmed {
                let source = "\(frame.sourceWidth),\(frame.sourceHeight)"
                lines.append("offsets:\(frame.trimX),\(frame.trimBottom),\(source)")
            }
            if frame.isRotated { lines.append("rotate:true") }
            if let slice = frame.nineSlice { lines.append("split:\(slice.ofLibGDX(","))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
    let ending = isIndexed ? ".atlas" : ".spine.atlas"
    return [ExportedFile(atlas.name + ending, text: pages.joined(separator: "\n"))]
}

/// The format of libGDX up to 1.9.13, in `<atlas>.legacy.atlas`: all entries in a fixed order,
/// without a flag for premultiplied colors.
func libgdxLegacy(_ atlas: AtlasDescription) -> [ExportedFile] {
    var lines: [String] = []
    for page in atlas.pages {
        lines += [
            "", page.imageFile, "size: \(page.width), \(page.height)",
            "format: \(atlas.pixelFormat)",
            "filter: \(atlas.filter.ofLibGDX)", "repeat: none",
        ]
        for frame in page.namedFrames {
            let number = NumberedName(region: frame.name)
            lines += [
                number?.name ?? frame.name, "  rotate: \(frame.isRotated)",
                "  xy: \(frame.x), \(frame.y)", "  size: \(frame.width), \(frame.height)",
            ]
            if let slice = frame.nineSlice { lines.append("  split: \(slice.ofLibGDX(", "))") }
            lines += [
                "  orig: \(frame.sourceWidth), \(frame.sourceHeight)",
                "  offset: \(frame.trimX), \(frame.trimBottom)",
                "  index: \(number?.number ?? -1)",
            ]
        }
    }
    return [
        ExportedFile("\(atlas.name).legacy.atlas", text: lines.joined(separator: "\n") + "\n")
    ]
}

extension NumberedName {
    /// The index, and its number of digits if it has leading zeros.
    ///
    /// libGDX keeps unknown entries for the game (`findValue("digits")`).
    fileprivate var entries: [String] {
        ["index:\(number)"] + (digits == String(number).count ? [] : ["digits:\(digits)"])
    }
}

extension AtlasFrame {
    /// Rows removed at the bottom by trimming.
    fileprivate var trimBottom: Int { sourceHeight - height - trimY }
}

extension NineSlice {
    fileprivate func ofLibGDX(_ separator: String) -> String {
        [left, right, top, bottom].map(String.init).joined(separator: separator)
    }
}

extension TextureFilter {
    /// For minification, and for magnification, which has no mipmaps.
    fileprivate var ofLibGDX: String {
        switch self {
        case .linear: "Linear,Linear"
        case .nearest: "Nearest,Nearest"
        case .mipmap: "MipMapLinearLinear,Linear"
        case .mipmapNearest: "MipMapNearestNearest,Nearest"
        }
    }
}
