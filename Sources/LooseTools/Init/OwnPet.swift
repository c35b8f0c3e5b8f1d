internal import ChromaKey
internal import Diagnostics
internal import FileStore
internal import ImageCodec
internal import PictureFiles
internal import Raster
internal import SheetSlicing

/// The pet of a new catalog that begins with a picture of the user's own.
struct OwnPet {
    /// The species' id, from the file's name: `bunny` of `bunny-idle-row.png`.
    var id: String
    /// Such as `idle`.
    var animation: String
    /// As it is, and under which name it goes into the sources.
    var file: (name: String, bytes: [UInt8])
    /// Whether it stands before a screen.
    var isKeyed: Bool
    /// Nil when the picture is one figure.
    var figures: Int?
    /// Where the top of each figure comes to lie on the canvas: what a hat is put on.
    var heads: [PixelPoint]

    /// The canvas's sides, in points.
    static let canvas = 256
    /// The box that the pet is brought into, at the canvas's lower edge: above it there is room for
    /// a hat.
    static let box = 208

    /// Looks at a picture.
    ///
    /// - Throws: `PictureFailure` when it is none, or shows nothing.
    init(_ path: String, disk: any Disk) async throws(PictureFailure) {
        let stem = outputStem(of: path)
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
        let id = words.first.map { String($0.lowercased().prefix(32)) } ?? "pet"
        self.id = id
        // Of `bunny-idle-row` the last word says what it is, not what it does.
        let moves = words.dropFirst().filter { !["row", "sheet", "strip", "pet"].contains($0) }
        animation = moves.first.map { String($0.lowercased().prefix(32)) } ?? "idle"
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.read(path)
        } catch {
            throw PictureFailure(path: path, isUnreadable: true, message: error.reason)
        }
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? "png"
        file = ("\(id)_pet.\(ending)", bytes)
        let look = try await withPicture(
            path,
            disk: disk,
            limits: DecodeLimits(),
            need: .keying + .registering
        ) { decoded -> Look? in Look(decoded) }
        guard let look else {
            throw PictureFailure(
                path: path,
                isUnreadable: false,
                message: "the picture shows nothing"
            )
        }
        isKeyed = look.isKeyed
        figures = look.frames.count > 1 ? look.frames.count : nil
        heads = look.frames.map(\.head).withoutLeaps
    }
}

/// What a picture shows once it is keyed and cut as its rule will say.
private struct Look: Sendable {
    var isKeyed = false
    var frames: [StraightImage]

    /// Nil when nothing is seen.
    init?(_ decoded: consuming DecodedImage) {
        let hints = KeyHints(decoded.info)
        var image = (consume decoded).image
        if image.isOpaque {
            let report = key(inPlace: &image, settings: KeySettings(key: .auto), hints: hints)
            isKeyed = report.screen != nil
        }
        guard image.opaqueBounds(above: 16) != nil else { return nil }
        let cut = try? cutSheet(image, .auto(AutoSettings()))
        guard let cut, cut.frames.count > 1 else {
            frames = [image]
            return
        }
        frames = registerFrames(image, cut, RegisterSettings(padding: 1)).frames
    }
}

extension [PixelPoint] {
    /// A head that is far higher or lower than the others is an ear, or a hand: it gets their height.
    fileprivate var withoutLeaps: [PixelPoint] {
        guard !isEmpty else { return self }
        let usual = map(\.y).sorted()[count / 2]
        return map { abs($0.y - usual) > OwnPet.canvas / 12 ? PixelPoint(x: $0.x, y: usual) : $0 }
    }
}

extension StraightImage {
    /// Where a hat sits, as it lies on the canvas.
    ///
    /// Above the middle of the head, which is the widest part of the upper half; so ears and raised arms
    /// beside it do not count.
    fileprivate var head: PixelPoint {
        let (canvas, side) = (OwnPet.canvas, OwnPet.box)
        guard let box = opaqueBounds(above: 16) else {
            return PixelPoint(x: canvas / 2, y: canvas - side)
        }
        let upper = box.y..<box.y + (box.height + 1) / 2
        let widest = upper.map { (y: $0, run: longestRun(inRow: $0, box.x..<box.maxX)) }
            .max { $0.run.count < $1.run.count }
        var (middle, top) = (box.x + box.width / 2, box.y)
        if let widest, !widest.run.isEmpty {
            (middle, top) = ((widest.run.lowerBound + widest.run.upperBound) / 2, widest.y)
            while top > box.y, self[middle, top - 1].a >= 128 { top -= 1 }
        }
        let scale = Double(side) / Double(max(width, height))
        func onCanvas(_ place: Int, of length: Int, around center: Int) -> Int {
            Int((Double(center) + (Double(place) - Double(length) / 2) * scale).rounded())
        }
        return PixelPoint(
            x: onCanvas(middle, of: width, around: canvas / 2),
            y: onCanvas(top, of: height, around: canvas - side / 2)
        )
    }
}

extension StraightImage {
    /// The longest row of solid pixels that nothing parts.
    private func longestRun(inRow y: Int, _ columns: Range<Int>) -> Range<Int> {
        var longest = columns.lowerBound..<columns.lowerBound
        var start = columns.lowerBound
        for x in columns {
            guard self[x, y].a >= 128 else {
                start = x + 1
                continue
            }
            if x + 1 - start > longest.count { longest = start..<x + 1 }
        }
        return longest
    }
}

extension OwnPet {
    /// The catalog's text.
    var catalog: String {
        let points = heads.map { "[\($0.x), \($0.y)]" }.joined(separator: ", ")
        var members: [String] = []
        if isKeyed { members.append(#""key": true, "chroma": { "key": "auto" }"#) }
        if let figures {
            members.append(#""auto": { "count": \#(figures) }"#)
            members.append(#""animations": { "\#(animation)": { "fps": 6, "loop": true } }"#)
        }
        let rule = members.map { "      \($0)" }.joined(separator: ",\n")
        let sheets =
            members.isEmpty ? "" : "  \"sheets\": {\n    \"\(id)_pet\": {\n\(rule)\n    }\n  },\n"
        return """
            {
              "$schema": "catalog.schema.json",
              "catalogVersion": 1,
              "name": "\(id)",
              "sources": ["assets-src"],
              "canvas": { "width": \(Self.canvas), "height": \(Self.canvas) },
              "species": [
                { "id": "\(id)", "name": "\(id.prefix(1).uppercased() + id.dropFirst())",
                  "placement": { "size": [\(Self.box), \(Self.box)], "offset": [0, \((Self.canvas - Self.box) / 2)] },
                  "anchors": { "head": [\(points)] } }
              ],
              "items": [
                { "id": "hat", "name": "Hat", "equipStyle": "overlay", "z": 10,
                  "placement": { "anchor": "head", "pivot": [0.5, 0.8] } }
              ],
            \(sheets)  "looks": [ { "id": "dressed", "species": "\(id)", "overlays": ["hat"] } ],
              "targets": [
                { "id": "game", "kind": "atlas", "scales": [1], "formats": ["kiln", "texturepacker-hash"] }
              ]
            }

            """
    }
}
