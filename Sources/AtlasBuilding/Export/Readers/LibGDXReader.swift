import Catalog

/// Reads libGDX's and Spine's text, in the form since libGDX 1.9.14 and in the older one.
///
/// A name with an index becomes `name_index`, with the leading zeros recorded in our entry
/// `digits`.
func readLibGDX(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    var atlas = AtlasDescription(name: file.stem, pages: [])
    var region: LibGDXRegion?
    var isInPage = false
    func close() throws(FormatFault) {
        guard let done = region else { return }
        region = nil
        atlas.pages[atlas.pages.count - 1].frames.append(try done.frame())
    }
    try file.readLines { line throws(FormatFault) in
        if line.isEmpty {
            try close()
            isInPage = false
        } else if !isInPage {
            atlas.pages.append(.init(imageFile: line, width: 0, height: 0, frames: []))
            isInPage = true
        } else if let colon = line.firstIndex(of: ":") {
            let key = line[..<colon].trimmed
            let value = line[line.index(after: colon)...].trimmed
            if region != nil {
                try region?.set(key, value)
            } else {
                try atlas.setPage(key, value)
            }
        } else {
            try close()
            region = LibGDXRegion(name: line)
        }
    }
    try close()
    return atlas
}

extension AtlasDescription {
    fileprivate mutating func setPage(_ key: String, _ value: String) throws(FormatFault) {
        switch key {
        case "size":
            let size = try wholeNumbers(value, count: 2)
            pages[pages.count - 1].width = size[0]
            pages[pages.count - 1].height = size[1]
        case "pma": isPremultiplied = value == "true"
        case "format", "filter", "repeat", "scale": break
        default: throw FormatFault("found \"\(key)\", expected an entry of a page")
        }
    }
}

/// A region during parsing.
private struct LibGDXRegion {
    var name: String
    var index = -1
    var digits = 1
    var position: [Int]?
    var size: [Int]?
    var offset = [0, 0]
    var original: [Int]?
    var isRotated = false
    var split: [Int]?

    mutating func set(_ key: String, _ value: String) throws(FormatFault) {
        switch key {
        case "bounds":
            let bounds = try wholeNumbers(value, count: 4)
            position = Array(bounds[..<2])
            size = Array(bounds[2...])
        case "offsets":
            let offsets = try wholeNumbers(value, count: 4)
            offset = Array(offsets[..<2])
            original = Array(offsets[2...])
        case "xy": position = try wholeNumbers(value, count: 2)
        case "size": size = try wholeNumbers(value, count: 2)
        case "orig": original = try wholeNumbers(value, count: 2)
        case "offset": offset = try wholeNumbers(value, count: 2)
        case "index": index = try wholeNumbers(value, count: 1)[0]
        case "digits": digits = min(9, max(1, try wholeNumbers(value, count: 1)[0]))
        case "split": split = try wholeNumbers(value, count: 4)
        case "rotate":
            switch value {
            case "true", "90": isRotated = true
            case "false", "0": isRotated = false
            default: throw FormatFault("found rotate \"\(value)\", expected true, false, 0 or 90")
            }
        case "pad": break
        default: break  // Others may add values of their own, which the format allows.
        }
    }

    func frame() throws(FormatFault) -> AtlasFrame {
        guard let position, let size else {
            throw FormatFault("region \"\(name)\" has no bounds")
        }
        let original = original ?? size
        let number = String(max(0, index))
        let zeros = String(repeating: "0", count: max(0, digits - number.count))
        return AtlasFrame(
            index < 0 ? name : "\(name)_\(zeros)\(number)",
            position + size,
            trim: [offset[0], original[1] - size[1] - offset[1]],
            source: original,
            rotation: isRotated ? .counterclockwise : .none,
            nineSlice: split.map { .init(left: $0[0], top: $0[2], right: $0[1], bottom: $0[3]) }
        )
    }
}
