import KilnManifest
import Testing

/// Four pages of 40 x 20 points.
///
/// A dog of two frames on pages 0 and 1, a hat that lies turned on page 2, a coat on page 3, a cat on
/// page 1, a room on page 0, a face that is happy on page 1 and sad on page 2.
private let game: Manifest = {
    func frame(_ page: Int, _ x: Int, rotated: Bool = false, width: Int = 8) -> Manifest.Frame {
        Manifest.Frame(
            page: page,
            x: x,
            y: 5,
            width: width,
            height: 4,
            rotated: rotated,
            trimX: 1,
            trimY: 2,
            sourceWidth: 16,
            sourceHeight: 16
        )
    }
    func art(_ asset: String, _ frames: [String], on species: String = "dog") -> Manifest.Art {
        Manifest.Art(
            species: species,
            asset: asset,
            frames: frames,
            origins: [.init(x: 2.5, y: 0)],
            z: 1,
            animations: ["idle": .init(frames: [0], fps: 4, loop: true)]
        )
    }
    func page(_ number: Int) -> Manifest.Page {
        Manifest.Page(
            width: 40,
            height: 20,
            images: [1, 2, 3].map { .init(scale: $0, path: "game/\(number)@\($0)x.png") }
        )
    }
    return Manifest(
        generator: .init(name: "kiln", version: "1"),
        name: "t",
        canvas: .init(width: 16, height: 12),
        axes: [.init(name: "mood", values: ["happy", "sad"])],
        species: [
            .init(id: "dog", name: "Dog", anchors: [:], art: [art("dog", ["dog/0", "dog/1"])]),
            .init(id: "cat", name: "Cat", anchors: [:], art: [art("cat", ["cat"], on: "cat")]),
        ],
        items: [
            .init(id: "hat", name: "Hat", equipStyle: .overlay, art: [art("hat", ["hat"])]),
            .init(id: "ghost", name: "Ghost", equipStyle: .overlay, art: [art("g", ["ghost"])]),
            .init(id: "coat", name: "Coat", equipStyle: .replaceSprite, art: [art("c", ["coat"])]),
        ],
        targets: [
            .init(
                id: "game",
                kind: "atlas",
                scales: [1, 2, 3],
                pages: [page(0), page(1), page(2), page(3)],
                frames: [
                    "dog/0": frame(0, 10), "dog/1": frame(1, 20), "cat": frame(1, 0),
                    "hat": frame(2, 30, rotated: true), "coat": frame(3, 0),
                    "ghost": frame(9, 0, width: 0), "room": frame(0, 30),
                    "happy/0": frame(1, 10), "happy/1": frame(1, 30), "sad": frame(2, 0),
                ],
                bundles: [.init(id: "home", pages: [0, 2])]
            )
        ],
        files: [.init(path: "game/0@2x.png", bytes: 77, sha256: "ab")],
        images: [
            .init(id: "room", name: "Room", frames: ["room"], width: 16, height: 16),
            .init(
                id: "face",
                name: "Face",
                frames: happy.frames,
                width: 16,
                height: 16,
                animations: happy.animations,
                art: [happy, sad]
            ),
        ]
    )
}()

private let happy = Manifest.ImageArt(
    axes: ["mood": "happy"],
    asset: "happy",
    frames: ["happy/0", "happy/1"],
    width: 16,
    height: 16,
    animations: ["blink": .init(frames: [0, 1], fps: 4, loop: true, durations: [400, 100])]
)
private let sad = Manifest.ImageArt(
    axes: ["mood": "sad"],
    asset: "sad",
    frames: ["sad"],
    width: 16,
    height: 16,
    animations: ["blink": .init(frames: [0], fps: 4, loop: false)]
)

struct LayerTests {
    @Test(arguments: [nil, "coat"])
    func `a step has the item of its layer, and the base is the one without overlays`(
        base: String?
    ) throws {
        let look = Look(species: "dog", base: base, overlays: ["hat"])
        let steps = try game.drawList(for: look)
        #expect(steps.map(\.item) == [base, "hat"])
        #expect(
            steps.filter { $0.item == look.base }.map(\.frame) == [base == nil ? "dog/0" : "coat"]
        )
    }
}

struct ImagePlaybackTests {
    @Test func `an image plays the animation of its values`() throws {
        let blink = try game.playback(ofImage: "face", animation: "blink")
        #expect(blink.mode == .loop && blink.duration == 0.5)
        #expect(blink.frame(at: 0.3) == 0 && blink.frame(at: 0.45) == 1)
        let sad = try game.playback(
            ofImage: "face",
            axes: ["mood": "sad"],
            animation: "blink",
            speed: 2
        )
        #expect(sad.mode == .once && sad.duration == 0.125)
    }

    @Test(arguments: [
        ("den", [:], "there is no image \"den\""),
        ("room", [:], "image \"room\" has no animation \"wink\"; it has none"),
        ("face", [:], "image \"face\" has no animation \"wink\"; it has \"blink\""),
        ("face", ["mood": "odd"], "image \"face\" has no art for mood \"odd\""),
    ])
    func `an error names what an image does not have`(
        id: String,
        axes: [String: String],
        message: String
    ) {
        let error = #expect(throws: ManifestError.self) {
            try game.playback(ofImage: id, axes: axes, animation: "wink")
        }
        #expect(error?.message == message)
    }
}

struct QuadTests {
    private func text(_ vertices: [Quad.Vertex]) -> [String] {
        vertices.map { "\($0.x),\($0.y) from \($0.u),\($0.v)" }
    }

    @Test func `a quad has a picture's corners, upright`() throws {
        let quads = try game.quads(for: Look(species: "dog", overlays: ["hat"]), scale: 2)
        #expect(quads.map(\.image) == ["game/0@2x.png", "game/2@2x.png"])
        #expect(quads.map(\.item) == [nil, "hat"])
        #expect(
            text(quads[0].vertices) == [
                "3.5,2.0 from 0.25,0.25", "11.5,2.0 from 0.45,0.25", "3.5,6.0 from 0.25,0.45",
                "11.5,6.0 from 0.45,0.45",
            ]
        )
        // On its page the hat is 4 wide and 8 high; its upper left corner is at the upper right.
        #expect(
            text(quads[1].vertices) == [
                "3.5,2.0 from 0.85,0.25", "11.5,2.0 from 0.85,0.65", "3.5,6.0 from 0.75,0.25",
                "11.5,6.0 from 0.75,0.65",
            ]
        )
    }

    @Test func `coordinates may count from the bottom`() throws {
        let look = Look(species: "dog", overlays: ["hat"])
        let quads = try game.quads(for: look, positions: .bottomLeft, texture: .bottomLeft)
        // Half points are pixels that round up at scale 1; the canvas is 12 points high.
        #expect(
            text(quads[0].vertices) == [
                "4.0,10.0 from 0.25,0.75", "12.0,10.0 from 0.45,0.75", "4.0,6.0 from 0.25,0.55",
                "12.0,6.0 from 0.45,0.55",
            ]
        )
        #expect(
            text([quads[1].topLeft, quads[1].bottomRight]) == [
                "4.0,10.0 from 0.85,0.75", "12.0,6.0 from 0.75,0.35",
            ]
        )
        let metal = try game.quads(for: look, positions: .bottomLeft)
        #expect(text([metal[0].topLeft]) == ["4.0,10.0 from 0.25,0.25"])
    }

    @Test func `a quad shows every pixel where the draw list puts it`() throws {
        // What a renderer does: which texel does a point of the canvas show?
        for step in try game.drawList(for: Look(species: "dog", overlays: ["hat"]), scale: 3) {
            let quad = step.quad(inHeight: 12)
            let width = step.isRotated ? step.source.height : step.source.width
            let height = step.isRotated ? step.source.width : step.source.height
            for x in 0..<width {
                for y in 0..<height {
                    let (across, down) = (
                        (Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height)
                    )
                    func mix(_ part: KeyPath<Quad.Vertex, Double>) -> Double {
                        let upper =
                            quad.topLeft[keyPath: part] * (1 - across)
                            + quad.topRight[keyPath: part] * across
                        let lower =
                            quad.bottomLeft[keyPath: part] * (1 - across)
                            + quad.bottomRight[keyPath: part] * across
                        return upper * (1 - down) + lower * down
                    }
                    // Turning by 90 degrees clockwise puts column x, row y at column height - 1 - y,
                    // row x.
                    let texel =
                        step.isRotated
                        ? (step.source.x + height - 1 - y, step.source.y + x)
                        : (step.source.x + x, step.source.y + y)
                    #expect(Int(mix(\.u) * Double(step.imageWidth)) == texel.0)
                    #expect(Int(mix(\.v) * Double(step.imageHeight)) == texel.1)
                    #expect(Int(mix(\.x) * 3) == step.x + x)
                    #expect(Int(mix(\.y) * 3) == step.y + y)
                }
            }
        }
    }

    @Test func `a frame's area is the same at every scale`() throws {
        let target = game.targets[0]
        let hat = try #require(target.frames["hat"])
        let page = target.pages[hat.page]
        let area = UnitArea(u0: 0.75, v0: 0.25, u1: 0.85, v1: 0.65)
        #expect(page.unitArea(of: hat) == area)
        for scale in 1...3 {
            let steps = try game.drawList(
                for: Look(species: "dog", overlays: ["hat"]),
                scale: scale
            )
            #expect(steps[1].unitArea() == area)
            #expect(steps[1].unitArea(from: .bottomLeft).v0 == 0.35)
            #expect(steps[1].unitArea(from: .bottomLeft).v1 == 0.75)
        }
        let none = Manifest.Page(width: 0, height: 0, images: [])
        #expect(none.unitArea(of: hat) == UnitArea(u0: 0, v0: 0, u1: 0, v1: 0))
    }
}

struct PageFileTests {
    @Test(arguments: [
        (1.0, false, 1), (1.5, false, 2), (2, false, 2), (3, false, 3), (4, false, 3),
        (0, false, 1), (-2, false, 1), (.nan, false, 1), (.infinity, false, 3),
        (4, true, 2), (6, true, 3), (5, true, 1), (2.5, true, 3), (0, true, 1), (.nan, true, 1),
    ])
    func `a screen gets the scale that looks best on it`(
        density: Double,
        isPixelArt: Bool,
        scale: Int
    ) throws {
        #expect(try game.bestScale(forDensity: density, isPixelArt: isPixelArt) == scale)
    }

    @Test func `only pages that hold something of a look are loaded`() throws {
        func paths(_ look: Look) throws -> [String] {
            try game.pageFiles(for: look, scale: 2).map(\.path)
        }
        #expect(try paths(Look(species: "dog")) == ["game/0@2x.png", "game/1@2x.png"])
        #expect(
            try paths(Look(species: "dog", base: "coat", overlays: ["hat", "ghost"]))
                == ["game/2@2x.png", "game/3@2x.png"]
        )
        #expect(try paths(Look(species: "cat")) == ["game/1@2x.png"])
        #expect(
            try game.pageFiles(forSpecies: "dog", scale: 1).map(\.path)
                == ["game/0@1x.png", "game/1@1x.png", "game/2@1x.png", "game/3@1x.png"]
        )
        #expect(
            try game.pageFiles(forSpecies: "cat", scale: 1).map(\.path) == ["game/1@1x.png"]
        )
        #expect(try game.pageFiles(forImage: "room", scale: 3).map(\.path) == ["game/0@3x.png"])
        #expect(try game.pageFiles(scale: 1).count == 4)
    }

    @Test func `a file says how large it is, and what the manifest knows of its bytes`() throws {
        let files = try game.pageFiles(scale: 2)
        #expect(files[0].width == 80 && files[0].height == 40)
        #expect(files[0].bytes == 77 && files[0].sha256 == "ab")
        #expect(files[1].bytes == nil && files[1].sha256 == nil)
    }

    @Test func `what is not there is an error`() {
        func code(_ body: () throws -> Void) -> ManifestError.Code? {
            #expect(throws: ManifestError.self, performing: body)?.code
        }
        #expect(code { _ = try game.pageFiles(scale: 4) } == .unknownScale)
        #expect(code { _ = try game.pageFiles(target: "watch", scale: 1) } == .unknownTarget)
        #expect(code { _ = try game.pageFiles(forSpecies: "owl", scale: 1) } == .unknownSpecies)
        #expect(code { _ = try game.pageFiles(forImage: "den", scale: 1) } == .unknownImage)
        #expect(
            code { _ = try game.pageFiles(for: Look(species: "dog", base: "rag"), scale: 1) }
                == .unknownItem
        )
        #expect(code { _ = try game.bestScale(forDensity: 2, target: "watch") } == .unknownTarget)
    }
}

struct PagesTests {
    @Test func `images are loaded once, and let go of when no look needs them`() throws {
        var pages = try Pages<String>(of: game, forDensity: 2)
        var read: [String] = []
        func load(_ look: Look) throws {
            try pages.load(for: look) { file in
                read.append(file.path)
                return "image of \(file.path)"
            }
        }
        let (dog, cat) = (Look(species: "dog", overlays: ["hat"]), Look(species: "cat"))
        try load(dog)
        try load(cat)
        #expect(read == ["game/0@2x.png", "game/1@2x.png", "game/2@2x.png"])
        let steps = try pages.drawList(for: dog, animation: "idle")
        #expect(steps.map { pages[$0] } == ["image of game/0@2x.png", "image of game/2@2x.png"])
        try pages.keepOnly(for: [cat])
        #expect(pages.images.keys.sorted() == ["game/1@2x.png"])
        #expect(try pages.missing(for: dog).map(\.path) == ["game/0@2x.png", "game/2@2x.png"])
        try pages.insert("another", for: pages.missing(for: dog)[0])
        #expect(try pages[steps[0]] == "another" && pages.missing(for: dog).count == 1)
    }

    @Test func `a bundle is loaded with progress, and stays when it is asked for`() throws {
        var pages = try Pages<String>(of: game, scale: 2)
        try pages.load(for: Look(species: "cat")) { $0.path }
        var progress: [Double] = []
        func loadHome() throws {
            try pages.load(forBundle: "home", progress: { progress.append($0) }, \.path)
        }
        try loadHome()
        #expect(progress == [0.5, 1])
        try loadHome()
        #expect(progress.count == 2)
        try pages.keepOnly(for: [], bundles: ["home"])
        #expect(pages.images.keys.sorted() == ["game/0@2x.png", "game/2@2x.png"])
        #expect {
            try pages.missing(forBundle: "shop")
        } throws: { ($0 as? ManifestError)?.code == .unknownBundle }
    }

    @Test func `an image needs the pages of the values it shows`() throws {
        var pages = try Pages<String>(of: game, scale: 2)
        func missing(_ axes: [String: String]?) throws -> [String] {
            try pages.missing(forImage: "face", axes: axes).map(\.path)
        }
        #expect(try missing([:]) == ["game/1@2x.png"])
        #expect(try missing(["mood": "sad"]) == ["game/2@2x.png"])
        #expect(try missing(nil) == ["game/1@2x.png", "game/2@2x.png"])

        try pages.load(forImage: "face", axes: ["mood": "sad"]) { file in "image of \(file.path)" }
        #expect(try missing(nil) == ["game/1@2x.png"])
        let sad = try pages.drawList(forImage: "face", axes: ["mood": "sad"], animation: "blink")
        #expect(sad.map(\.frame) == ["sad"])
        #expect(sad.map { pages[$0] } == ["image of game/2@2x.png"])
        let happy = try pages.drawList(forImage: "face", animation: "blink", frame: 1)
        #expect(happy.map(\.frame) == ["happy/1"] && happy.map { pages[$0] } == [nil])
    }

    @Test func `pages of images stay when they are asked for`() throws {
        var pages = try Pages<Int>(of: game, scale: 1)
        for file in try game.pageFiles(scale: 1) { pages.insert(1, for: file) }
        #expect(throws: ManifestError.self) { try pages.keepOnly(for: [], images: ["den"]) }
        #expect(pages.images.count == 4)
        try pages.keepOnly(for: [Look(species: "dog")], images: ["face"])
        #expect(pages.images.keys.sorted() == ["game/0@1x.png", "game/1@1x.png", "game/2@1x.png"])
        try pages.keepOnly(for: [], images: ["room"])
        #expect(pages.images.keys.sorted() == ["game/0@1x.png"])
    }

    @Test func `a page that cannot be loaded is reported by its path, and others stay`() throws {
        struct Torn: Error {}
        var pages = try Pages<Int>(of: game, scale: 1)
        let error = #expect(throws: ManifestError.self) {
            try pages.load(for: Look(species: "dog")) { file in
                if file.path == "game/1@1x.png" { throw Torn() }
                return 1
            }
        }
        #expect(
            error?.description
                == "page \"game/1@1x.png\" cannot be loaded: Torn(); copy the whole folder of the "
                + "bake next to its manifest.json"
        )
        #expect(error?.code == .unreadablePage)
        #expect(pages.images == ["game/0@1x.png": 1])
        #expect(throws: ManifestError.self) { try pages.keepOnly(for: [Look(species: "owl")]) }
        #expect(pages.images == ["game/0@1x.png": 1])
    }
}
