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
            throw PictureFailure(path: path, isUnreadable: false, message: "the picture shows nothing")
        }
        isKeyed = look.isKeyed
        figures = look.frames.count > 1 ? look.frames.count : nil
        heads = look.frames.map(\.head)
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

extension StraightImage {
    /// The middle of the uppermost tenth of what it shows, where the picture is fitted into the canvas.
    fileprivate var head: PixelPoint {
        let side = OwnPet.canvas
        guard let box = opaqueBounds(above: 16) else { return PixelPoint(x: side / 2, y: 0) }
        let depth = max(1, box.height / 10)
        var (sum, count) = (0, 0)
        for y in box.y..<box.y + depth {
            for x in box.x..<box.maxX where self[x, y].a >= 128 {
                sum += x
                count += 1
            }
        }
        let middle = count > 0 ? sum / count : box.x + box.width / 2
        let scale = Double(side) / Double(max(width, height))
        func onCanvas(_ place: Int, of length: Int) -> Int {
            Int((Double(side) / 2 + (Double(place) - Double(length) / 2) * scale).rounded())
        }
        return PixelPoint(
            x: onCanvas(middle, of: width),
            y: onCanvas(box.y + depth, of: height)
        )
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
                  "placement": { "size": [\(Self.canvas), \(Self.canvas)] },
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
