import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import Raster

/// The pet of a new catalog that begins with a picture of the user's own.
struct OwnPet {
    /// The species' id, from the file's name: `bunny` of `bunny-idle-row.png`.
    var id: String
    var animation: String
    /// As it is, and under which name it goes into the sources.
    var file: (name: String, bytes: [UInt8])
    /// Whether it stands before a screen.
    var isKeyed: Bool
    /// How many figures the picture is cut into; nil when it is one figure, or when its file has
    /// frames of its own.
    var figures: Int?
    /// Whether there is something to play.
    var isAnimated: Bool
    /// Where the top of each figure comes to be on the canvas: what a hat is put on.
    var heads: [PixelPoint]
    let layout: PetLayout

    /// Looks at a picture.
    init(_ path: String, disk: any Disk) async throws(PictureFailure) {
        let stem = outputStem(of: path)
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
        let id = words.first.map { String($0.lowercased().prefix(32)) } ?? "pet"
        self.id = id
        // Of `bunny-idle-row` the last word says what it is, not what it does.
        let moves = words.dropFirst().filter { !["row", "sheet", "strip", "pet"].contains($0) }
        animation = moves.first.map { String($0.lowercased().prefix(32)) } ?? "idle"
        let bytes = try readBytes(path, disk: disk)
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? "png"
        file = ("\(id)_pet.\(ending)", bytes)
        let look: PictureLook?
        let ownAnimation: String?
        (look, ownAnimation) = try await lookAtPicture(path, disk: disk)
        guard let look else {
            throw PictureFailure(path: path, message: "the picture shows nothing")
        }
        isKeyed = look.facts.isKeyed
        figures = look.isCut ? look.frames.count : nil
        isAnimated = look.isCut || look.frames.count > 1 && ownAnimation != nil
        if !look.isCut, let ownAnimation { animation = ownAnimation }
        let layout = PetLayout(look.frames[0].size, isPixelArt: look.facts.isPixelArt)
        self.layout = layout
        heads = layout.withoutLeaps(look.frames.map { layout.onCanvas($0.head, of: $0.size) })
    }
}

/// How large the pet is on its canvas: as large as it is drawn, unless that is very large.
///
/// Above the pet there is room for a hat.
struct PetLayout {
    /// Hard edges and few colors; such a pet keeps its pixels.
    let isPixelArt: Bool
    /// The canvas's sides, in points.
    let canvas: Int
    /// The sides of the box at the canvas's lower edge that the pet is in.
    let box: Int
    /// Whether the box makes the pet smaller.
    let isReduced: Bool

    /// What large pictures are brought to.
    private static let usual = (canvas: 256, box: 208)

    init(_ size: PixelSize, isPixelArt: Bool) {
        self.isPixelArt = isPixelArt
        let side = max(size.width, size.height)
        isReduced = side > (isPixelArt ? 512 : Self.usual.box)
        guard !isReduced else {
            (canvas, box) = Self.usual
            return
        }
        // A hat takes a few pixels, however small the pet is.
        let room = max(side * 3 / 13, 16 - side, 2)
        (canvas, box) = (side + room + room % 2, side)
    }

    /// The hat's sides, in points.
    var hat: (width: Int, height: Int) { (max(7, canvas * 72 / 256), max(6, canvas * 56 / 256)) }

    /// The file of the hat, drawn as the pet is: in pixels, a pixel away from its edges, or smooth on
    /// a green screen.
    func hat(as path: String) throws(DiskError) -> [UInt8] {
        guard isPixelArt else { return embeddedFile("pet/assets-src/overlay_hat.png") }
        let (width, height) = hat
        var image = StraightImage(size: PixelSize(width: width, height: height) ?? .onePixel)
        let felt = StraightPixel(r: 0xD6, g: 0x48, b: 0x58)
        let brim = max(1, height / 6)
        let inset = max(2, width / 4)
        let parts = [
            (inset, 1, width - 2 * inset, height - brim - 2, felt),
            (
                inset, height - 2 * brim - 1, width - 2 * inset, brim,
                StraightPixel(r: 0x7A, g: 0x24, b: 0x34)
            ),
            (1, height - brim - 1, width - 2, brim, felt),
        ]
        for (x, y, width, height, color) in parts {
            let rect = PixelRect(x: x, y: y, width: width, height: height)
            if let rect { image.fill(rect, with: color) }
        }
        return try encode(image, for: path)
    }

    /// The place of a pixel of a figure.
    func onCanvas(_ place: PixelPoint, of size: PixelSize) -> PixelPoint {
        let scale = isReduced ? Double(box) / Double(max(size.width, size.height)) : 1
        func onCanvas(_ place: Int, of length: Int, around center: Double) -> Int {
            Int((center + (Double(place) - Double(length) / 2) * scale).rounded())
        }
        let x = onCanvas(place.x, of: size.width, around: Double(canvas) / 2)
        let y = onCanvas(place.y, of: size.height, around: Double(canvas) - Double(box) / 2)
        // A hat is not cut off at an edge.
        let (half, above) = (hat.width / 2 + 1, hat.height * 4 / 5 + 1)
        return PixelPoint(
            x: min(max(x, half), max(half, canvas - half)),
            y: min(max(y, above), max(above, canvas - hat.height / 5 - 1))
        )
    }

    /// A head that is far higher or lower than the others is an ear, or a hand: it gets their height.
    func withoutLeaps(_ heads: [PixelPoint]) -> [PixelPoint] {
        guard !heads.isEmpty else { return heads }
        let usual = heads.map(\.y).sorted()[heads.count / 2]
        return heads.map {
            abs($0.y - usual) > canvas / 12 ? PixelPoint(x: $0.x, y: usual) : $0
        }
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
        var rules: [String] = []
        if !members.isEmpty {
            rules.append("\"\(id)_pet\": {\n\(members.joined(separator: ", "))\n}")
        }
        if layout.isPixelArt { rules.append(#""*": { "filter": "nearest" }"#) }
        let (canvas, box) = (layout.canvas, layout.box)
        // What has no size is placed from the canvas's corner.
        let placement =
            layout.isReduced
            ? "\"size\": [\(box), \(box)], \"offset\": [0, \((canvas - box) / 2)]"
            : "\"offset\": [\(plain(Double(canvas) / 2)), \(plain(Double(2 * canvas - box) / 2))]"
        let pet =
            "{ \"id\": \"\(id)\", \"name\": \"\(id.prefix(1).uppercased() + id.dropFirst())\", "
            + "\"placement\": { \(placement) }, \"anchors\": { \"head\": [\(points)] } }"
        let isHatDrawnSo = layout.isPixelArt || layout.isReduced
        let hatSize =
            isHatDrawnSo ? "" : ", \"size\": [\(layout.hat.width), \(layout.hat.height)]"
        let hat =
            "{ \"id\": \"hat\", \"name\": \"Hat\", \"equipStyle\": \"overlay\", \"z\": 10, "
            + "\"placement\": { \"anchor\": \"head\", \"pivot\": [0.5, 0.8]\(hatSize) } }"
        return catalogText([
            ("name", "\"\(id)\""), ("sources", "[\"assets-src\"]"),
            ("canvas", "{ \"width\": \(canvas), \"height\": \(canvas) }"),
            ("species", jsonRows([pet])), ("items", jsonRows([hat])),
            ("sheets", rules.isEmpty ? nil : "{\n\(rules.joined(separator: ", "))\n}"),
            ("looks", #"[ { "id": "dressed", "species": "\#(id)", "overlays": ["hat"] } ]"#),
            (
                "targets",
                gameTarget(
                    side: canvas,
                    density: 1,
                    isPixelArt: layout.isPixelArt,
                    ", \"formats\": [\"kiln\", \"texturepacker-hash\"]"
                )
            ),
        ])
    }
}
