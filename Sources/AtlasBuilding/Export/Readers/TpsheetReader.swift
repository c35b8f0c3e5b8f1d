import Catalog

/// Reads the text of TexturePacker's importer for Unity.
///
/// The format has no source size, so frames are untrimmed, with the pivot relative to the box.
func readTpsheet(_ file: ExportedFile) throws(FormatFault) -> AtlasDescription {
    var page = AtlasDescription.Page(imageFile: "", width: 0, height: 0, frames: [])
    var isPremultiplied = false
    var hasPivots = false
    try file.readLines { line throws(FormatFault) in
        if line.hasPrefix(":") {
            let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw FormatFault("found \"\(line)\" without a value")
            }
            switch parts[0] {
            case "texture": page.imageFile = parts[1]
            case "normalmap": page.normalMapFile = parts[1]
            case "size":
                let sides = parts[1].split(separator: "x").joined(separator: ",")
                let size = try wholeNumbers(sides, count: 2)
                page.width = size[0]
                page.height = size[1]
            case "pivotpoints": hasPivots = parts[1] == "enabled"
            case "alphahandling": isPremultiplied = parts[1] == "PremultiplyAlpha"
            default: break
            }
        } else if !line.isEmpty, !line.hasPrefix("#") {
            page.frames.append(try tpsheetFrame(line, page: page, hasPivots: hasPivots))
        }
    }
    guard !page.imageFile.isEmpty else { throw FormatFault("found no \":texture=\"") }
    return AtlasDescription(
        name: file.stem,
        isPremultiplied: isPremultiplied,
        pages: [page]
    )
}

private func tpsheetFrame(
    _ line: String,
    page: AtlasDescription.Page,
    hasPivots: Bool
) throws(FormatFault) -> AtlasFrame {
    let fields = line.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count >= 7 else {
        throw FormatFault("found \(fields.count) fields, expected a name and at least 6 numbers")
    }
    let bounds = try wholeNumbers(fields[1...4].joined(separator: ","), count: 4)
    let pivot = try numbers(fields[5...6].joined(separator: ","), count: 2)
    var slice: NineSlice?
    if fields.count >= 11 {
        let borders = try wholeNumbers(fields[7...10].joined(separator: ","), count: 4)
        if borders != [0, 0, 0, 0] {
            slice = .init(left: borders[0], top: borders[2], right: borders[1], bottom: borders[3])
        }
    }
    var frame = AtlasFrame(
        unescapedTpsheetName(String(fields[0])),
        [bounds[0], page.height - bounds[1] - bounds[3], bounds[2], bounds[3]],
        pivot: hasPivots ? .init(x: pivot[0], y: 1 - pivot[1]) : nil,
        nineSlice: slice
    )
    if fields.count > 11 { try frame.takeTpsheetMesh(Array(fields[11...])) }
    return frame
}

private func unescapedTpsheetName(_ name: String) -> String {
    var result = ""
    var rest = Substring(name)
    let escapes = ["%23": "#", "%3A": ":", "%3B": ";", "%25": "%"]
    while !rest.isEmpty {
        if let plain = escapes[String(rest.prefix(3))] {
            result += plain
            rest = rest.dropFirst(3)
        } else {
            result.append(rest.removeFirst())
        }
    }
    return result
}
