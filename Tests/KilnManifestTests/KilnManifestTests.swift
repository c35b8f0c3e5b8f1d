import Foundation
import KilnManifest
import TestSupport
import Testing

/// A dog with two outfits and three overlays on one page, at scales 1 and 2.
private let wardrobe: Manifest = {
    func frame(_ x: Int, trimX: Int = 0, rotated: Bool = false) -> Manifest.Frame {
        Manifest.Frame(
            page: 0,
            x: x,
            y: 0,
            width: 10,
            height: 6,
            rotated: rotated,
            trimX: trimX,
            trimY: 1,
            sourceWidth: 16,
            sourceHeight: 16
        )
    }
    func overlay(_ id: String, z: Int, frames: [String], origins: [Manifest.Point]) -> Manifest.Item
    {
        Manifest.Item(
            id: id,
            name: id,
            equipStyle: .overlay,
            art: [
                Manifest.Art(species: "dog", asset: id, frames: frames, origins: origins, z: z)
            ]
        )
    }
    func outfit(_ id: String) -> Manifest.Item {
        Manifest.Item(
            id: id,
            name: id,
            equipStyle: .replaceSprite,
            art: [
                Manifest.Art(
                    species: "dog",
                    asset: "dog_pet_" + id,
                    frames: ["\(id)/0", "\(id)/1"],
                    animations: ["idle": .init(frames: [0, 1], fps: 6, loop: true)]
                )
            ]
        )
    }
    let names = [
        "dog/0", "dog/1", "wizard/0", "wizard/1", "coat/0", "coat/1", "hat", "cape", "pin",
    ]
    return Manifest(
        generator: .init(name: "kiln", version: "1.0.0"),
        name: "test",
        canvas: .init(width: 16, height: 16),
        axes: [.init(name: "mood", values: ["happy", "sad"])],
        species: [
            Manifest.Species(
                id: "dog",
                name: "Dog",
                anchors: [:],
                art: [
                    Manifest.Art(
                        species: "dog",
                        asset: "dog_pet",
                        frames: ["dog/0", "dog/1"],
                        animations: ["idle": .init(frames: [1, 0, 1], fps: 6, loop: true)]
                    ),
                    Manifest.Art(
                        species: "dog",
                        axes: ["mood": "sad"],
                        asset: "dog_sad",
                        frames: ["pin"]
                    ),
                ]
            ),
            Manifest.Species(id: "cat", name: "Cat", anchors: [:], art: []),
        ],
        items: [
            outfit("wizard"), outfit("coat"),
            overlay(
                "hat",
                z: 5,
                frames: ["hat"],
                origins: [.init(x: 2.25, y: -3), .init(x: 2.25, y: -4)]
            ),
            overlay("cape", z: -1, frames: ["cape"], origins: [.init(x: 0, y: 0)]),
            overlay("pin", z: 5, frames: ["pin"], origins: [.init(x: 1, y: 1)]),
        ],
        targets: [
            Manifest.Target(
                id: "game",
                kind: "atlas",
                scales: [1, 2],
                pages: [
                    Manifest.Page(
                        width: 200,
                        height: 20,
                        images: [
                            .init(scale: 1, path: "game/game-0@1x.png"),
                            .init(scale: 2, path: "game/game-0@2x.png"),
                        ]
                    )
                ],
                frames: Dictionary(
                    uniqueKeysWithValues: names.enumerated().map { index, name in
                        (name, frame(index * 20, trimX: index, rotated: name == "cape"))
                    }
                )
            )
        ]
    )
}()

struct LookTests {
    @Test func `outfits exclude each other, overlays add up`() throws {
        var look = try wardrobe.look(species: "dog")
        for item in ["wizard", "hat", "coat", "cape", "hat"] {
            try look.equip(item, in: wardrobe)
        }
        #expect(look == Look(species: "dog", base: "coat", overlays: ["hat", "cape"]))
        look.unequip("coat")
        look.unequip("hat")
        look.unequip("never worn")
        #expect(look == Look(species: "dog", overlays: ["cape"]))
    }

    @Test func `what cannot be worn is refused and changes nothing`() throws {
        var look = try wardrobe.look(species: "cat")
        #expect(throws: ManifestError(.cannotWear, "item \"hat\" has no art for species \"cat\"")) {
            try look.equip("hat", in: wardrobe)
        }
        #expect(throws: ManifestError(.unknownItem, "there is no item \"hta\"")) {
            try look.equip("hta", in: wardrobe)
        }
        #expect(look == Look(species: "cat"))
        #expect(throws: ManifestError(.unknownSpecies, "there is no species \"owl\"")) {
            try wardrobe.look(species: "owl")
        }
    }
}

struct DrawListTests {
    private func drawn(
        _ look: Look,
        frame: Int = 0,
        scale: Int = 1
    ) throws -> [String] {
        try wardrobe.drawList(for: look, animation: "idle", frame: frame, scale: scale).map {
            step in
            "\(step.frame) from \(step.source.x),\(step.source.y) "
                + "\(step.source.width)x\(step.source.height)"
                + "\(step.isRotated ? " turned" : "") to \(step.x),\(step.y)"
        }
    }

    @Test func `layers go by depth, then by the order of the catalog`() throws {
        let look = Look(species: "dog", base: "wizard", overlays: ["pin", "cape", "hat"])
        #expect(
            try drawn(look) == [
                "cape from 140,0 6x10 turned to 7,1",
                "wizard/0 from 40,0 10x6 to 2,1",
                "hat from 120,0 10x6 to 8,-2",
                "pin from 160,0 10x6 to 9,2",
            ]
        )
    }

    @Test(arguments: [1, 2])
    func `a step reports where the untrimmed picture goes, for sprites that add their margins`(
        scale: Int
    ) throws {
        let look = Look(species: "dog", base: "wizard", overlays: ["pin", "cape", "hat"])
        let target = try #require(wardrobe.targets.first)
        let steps = try wardrobe.drawList(for: look, animation: "idle", scale: scale)
        #expect(steps.contains { $0.isRotated } && steps.contains { $0.x != $0.untrimmedX })
        for step in steps {
            let frame = try #require(target.frames[step.frame])
            #expect(step.x == step.untrimmedX + frame.trimX * scale)
            #expect(step.y == step.untrimmedY + frame.trimY * scale)
        }
    }

    @Test func `places are rounded to pixels once, at the scale asked for`() throws {
        let look = Look(species: "dog", overlays: ["hat"])
        #expect(try drawn(look, scale: 2)[1] == "hat from 240,0 20x12 to 17,-6")
    }

    @Test func `overlays follow the cell of the base, not the step of the animation`() throws {
        let look = Look(species: "dog", overlays: ["hat"])
        // The animation shows cells 1, 0, 1; the hat sits higher on cell 1.
        #expect(try drawn(look, frame: 0)[1] == "hat from 120,0 10x6 to 8,-3")
        #expect(try drawn(look, frame: 1)[1] == "hat from 120,0 10x6 to 8,-2")
        #expect(try drawn(look, frame: -1) == drawn(look, frame: 2))
        #expect(try drawn(look, frame: 3) == drawn(look, frame: 0))
    }

    @Test func `art for the chosen axis value wins over art for any`() throws {
        let sad = Look(species: "dog", axes: ["mood": "sad"])
        #expect(try wardrobe.drawList(for: sad).map(\.frame) == ["pin"])
        #expect(try wardrobe.drawList(for: Look(species: "dog")).map(\.frame) == ["dog/0"])
    }

    @Test func `what the manifest does not know is an error`() {
        let dog = Look(species: "dog")
        for nobody in ["owl", "cat"] {
            let look = Look(species: nobody)
            for animation in [nil, "idle"] {
                let error = #expect(throws: ManifestError.self) {
                    try wardrobe.drawList(for: look, animation: animation)
                }
                #expect(error?.code == .unknownSpecies)
            }
            #expect(throws: ManifestError.self) { try wardrobe.animations(of: look) }
        }
        #expect(throws: ManifestError.self) { try wardrobe.drawList(for: dog, animation: "fly") }
        #expect(throws: ManifestError.self) { try wardrobe.drawList(for: dog, target: "watch") }
        #expect(throws: ManifestError.self) { try wardrobe.drawList(for: dog, scale: 3) }
    }
}

struct ManifestRoundTripTests {
    @Test func `a manifest reads back as it was written`() throws {
        let json = try wardrobe.json()
        #expect(try Manifest(json: json) == wardrobe)
        #expect(try Manifest(json: json).json() == json)
    }

    @Test func `a manifest that contradicts itself is refused, not drawn`() throws {
        var pages = wardrobe
        pages.targets[0].pages = []
        var cells = wardrobe
        cells.items[0].art[0].animations["idle"]?.frames = [0, 2]
        var empty = wardrobe
        empty.items[2].art[0].origins = []
        for broken in [pages, cells, empty] {
            let json = try broken.json()
            let error = #expect(throws: ManifestError.self) { try Manifest(json: json) }
            #expect(error?.code == .inconsistent)
        }
    }

    static let brokenPanels: [(String, @Sendable (inout Manifest.Panel) -> Void)] = [
        ("has a side out of range", { $0.height = 0 }),
        ("has 3 bits per pixel", { $0.bitsPerPixel = 3 }),
        ("are not those of its pixels", { $0.bytesPerRow = 1 }),
        ("are not those of its pixels", { $0.frameBytes = 3 }),
        ("are not those of its pixels", { $0.headerBytes = -1 }),
        ("has code 2, which its pixels cannot hold", { $0.inks[0].code = 2 }),
        ("image \"room\" on the panel of target", { $0.files[0].frames = 0 }),
        ("lies outside of it", { $0.files[0].area.x = 1 }),
        ("lies outside of it", { $0.files[0].area.width = .max }),
        ("lies outside of it", { $0.files[0].area.height = 0 }),
        ("names frame 2; there are 2", { $0.files[0].animations?["idle"]?.frames = [0, 2] }),
        ("names frame -1; there are 2", { $0.files[0].animations?["idle"]?.changes[0].to = -1 }),
        (
            "does not have one duration for each",
            { $0.files[0].animations?["idle"]?.durations = [1] }
        ),
        ("has no frames", { $0.files[0].animations?["idle"]?.frames = [] }),
        ("a change in", { $0.files[0].animations?["idle"]?.changes[0].rectangles[0].x = 9 }),
        ("a change in", { $0.files[0].animations?["idle"]?.changes[0].pixels = 10 }),
        ("a change in", { $0.files[0].animations?["idle"]?.changes[0].cleared = 2 }),
    ]

    @Test(arguments: brokenPanels.indices)
    func `a panel that contradicts itself is refused`(row: Int) throws {
        let (words, breaking) = Self.brokenPanels[row]
        var manifest = Manifest.complete
        let target = try #require(manifest.targets.firstIndex { $0.panel != nil })
        var panel = try #require(manifest.targets[target].panel)
        breaking(&panel)
        manifest.targets[target].panel = panel
        let json = try manifest.json()
        let error = #expect(throws: ManifestError.self) { try Manifest(json: json) }
        #expect(error?.code == .inconsistent)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
