import Bake
import ImageCodec
import KilnManifest
import Raster
import TestSupport
import Testing

@Suite("Comparing manifests")
struct ManifestChangeTests {
    private static let old = SampleGame.manifest

    /// The changes as lines.
    private func lines(_ change: (inout Manifest) -> Void) -> [String] {
        var new = Self.old
        change(&new)
        return compareManifests(Self.old, new).map { change in
            "\(change.section) \(change.kind) \(change.id): "
                + change.details.joined(separator: "; ")
        }
    }

    @Test func `equal manifests do not differ, nor do packing and the program's version`() {
        let none = lines { _ in }
        #expect(none.isEmpty)
        let hidden = lines { new in
            new.generator.version = "99"
            new.targets[0].frames["hat"]?.x += 3
            new.files = []
        }
        #expect(hidden.isEmpty)
    }

    @Test func `what an image shows for axis values is reported by these values`() {
        func image(_ arts: [(String, [String: String])]) -> Manifest.Image {
            .init(
                id: "face",
                name: "Face",
                frames: ["calm"],
                width: 1,
                height: 1,
                art: arts.map {
                    .init(axes: $0.1, asset: $0.0, frames: [$0.0], width: 1, height: 1)
                }
            )
        }
        var (old, new) = (Self.old, Self.old)
        old.images = [image([("calm", [:]), ("sad", ["mood": "sad"]), ("ja", ["locale": "ja"])])]
        new.images = [
            image([("calm", [:]), ("sadder", ["mood": "sad"]), ("wild", ["mood": "wild"])])
        ]
        #expect(
            compareManifests(old, new).map(\.details) == [
                [
                    "no art for locale ja", "sadder instead of sad for mood sad",
                    "wild for mood wild",
                ]
            ]
        )
    }

    @Test func `each part of a pet, and each sheet of an animation, is compared with itself`() {
        func dog(_ assets: [String]) -> Manifest.Species {
            let art = assets.enumerated().map { part, asset in
                Manifest.Art(species: "dog", part: part, asset: asset, frames: [asset])
            }
            let run = Manifest.Art(species: "dog", sheet: "run", asset: "run", frames: ["run"])
            return Manifest.Species(id: "dog", name: "Dog", anchors: [:], art: art + [run])
        }
        var (old, new) = (Self.old, Self.old)
        old.species = [dog(["body", "head"])]
        new.species = [dog(["body", "face", "tail"])]
        #expect(
            compareManifests(old, new).map(\.details) == [
                ["part 2: made from face instead of head", "part 3: tail is new"]
            ]
        )
    }

    @Test func `what came and what went is listed in catalog order with what it is`() {
        let found = lines { new in
            new.items.insert(
                Manifest.Item(
                    id: "crown",
                    name: "Crown",
                    equipStyle: .overlay,
                    art: [.init(species: "dog", asset: "crown", frames: ["crown"])]
                ),
                at: 0
            )
            new.items.removeAll { $0.id == "scarf" }
            new.looks.append(.init(id: "best", look: Look(species: "dog", overlays: ["hat"])))
        }
        #expect(
            found == [
                "items added crown: an overlay; on dog: crown",
                "items removed scarf: an overlay; on dog: scarf",
                "looks added best: dog + hat",
            ]
        )
    }

    @Test
    func `placement, depth, art and animations are reported by species, the same ones once`() throws
    {
        let hat = try #require(Self.old.items.firstIndex { $0.id == "hat" })
        let count = Self.old.items[hat].art.count
        let found = lines { new in
            for index in 0..<count {
                new.items[hat].art[index].z += 2
                new.items[hat].art[index].origins = new.items[hat].art[index].origins.map {
                    .init(x: $0.x + 0.5, y: $0.y - 3)
                }
            }
            new.items[hat].name = "Top Hat"
            new.canvas = .init(width: 30, height: 20)
            new.species[0].art[0].animations["idle"]?.fps = 12
            new.species[0].art[0].asset = "wolf"
        }
        #expect(found.count == 3)
        #expect(found[0] == "catalog changed : canvas 30x20 instead of 24x20")
        #expect(found[1].hasPrefix("species changed dog: made from wolf instead of dog"))
        #expect(found[1].contains("animation idle: fps 12 instead of"))
        #expect(found[2].hasPrefix("items changed hat: name Top Hat instead of"))
        #expect(found[2].contains("on dog, cat: moved by 0.5, -3"))
    }

    @Test func `an axis reports which of its members changed`() {
        func details(_ change: (inout Manifest.Axis) -> Void) -> [String] {
            var (old, new) = (Self.old, Self.old)
            old.axes = [.init(name: "mood", values: ["happy", "sad"])]
            new.axes = old.axes
            change(&new.axes[0])
            return compareManifests(old, new).flatMap(\.details)
        }
        #expect(details { $0.default = "sad" } == ["default sad instead of none"])
        #expect(details { $0.values.reverse() } == ["its values are in another order"])
        #expect(details { $0.values.append("wild") } == ["value wild is new"])
        #expect(details { $0.details = ["sad": .init(raw: 1)] } == ["value sad has other details"])
        #expect(details { $0.extras = ["a": 1] } == ["extra a is new"])
    }

    @Test func `an item that changes its style says so`() {
        let found = lines { $0.items[0].equipStyle = .overlay }
        #expect(found.count == 1 && found[0].contains("an overlay instead of an outfit"))
    }
}

@Suite("Comparing bakes")
struct BakeComparisonTests {
    private struct Failure: Error {}

    private func bake(
        _ pages: [String: StraightImage],
        _ manifest: Manifest = SampleGame.manifest
    ) throws -> ComparedBake {
        let files = try pages.mapValues { try encodePNG($0, effort: .fast) }
        return ComparedBake(manifest) { files[$0] }
    }

    private func compare(
        _ old: ComparedBake,
        _ new: ComparedBake
    ) throws -> (BakeComparison, [PictureChange]) {
        var changes: [PictureChange] = []
        let comparison = try compareBakes(old, new) { changes.append($0) }
        return (comparison, changes.sorted { $0.name < $1.name })
    }

    @Test func `equal pages are not decoded`() throws {
        let manifest = SampleGame.manifest
        let noPictures = ComparedBake(manifest) { _ in [1, 2, 3] }
        let (comparison, changes) = try compare(noPictures, noPictures)
        #expect(changes.isEmpty && comparison.changes.isEmpty)
        #expect(comparison.sameFrames == manifest.targets[0].frames.count)
    }

    @Test
    func `a changed pixel is found in the frame that shows it, turned frames upright`() throws {
        let game = try SampleGame()
        var pages = game.pages
        // "hat" lies turned at 20, 40; at scale 2 its rectangle begins at 40, 80 and is 12 wide.
        var page = try #require(pages["game-0@2x.png"])
        let red = page[51, 80].r
        page[51, 80] = StraightPixel(r: red ^ 255, g: 9, b: 9)
        pages["game-0@2x.png"] = page
        let (comparison, changes) = try compare(try bake(game.pages), try bake(pages))
        #expect(changes.map(\.name) == ["hat"])
        let change = try #require(changes.first)
        #expect(change.kind == .changed && change.scale == 2 && change.target == "game")
        // The right column of what is turned clockwise is the top row of the upright picture.
        #expect(change.difference?.changedArea == PixelRect(x: 0, y: 0, width: 1, height: 1))
        #expect(change.old?.size == PixelSize(width: 18, height: 12))
        #expect(comparison.sameFrames == SampleGame.manifest.targets[0].frames.count - 1)
    }

    @Test func `frames that moved on their page look the same and are counted`() throws {
        let game = try SampleGame()
        var manifest = SampleGame.manifest
        manifest.targets[0].frames["scarf"]?.x += 10
        var pages = game.pages
        for scale in [1, 2] {
            let path = "game-0@\(scale)x.png"
            let area = try #require(
                PixelRect(x: 2 * scale, y: 52 * scale, width: 12 * scale, height: 5 * scale)
            )
            var page = try #require(pages[path])
            page.copy(
                from: page.cropped(to: area),
                at: PixelPoint(x: 12 * scale, y: 52 * scale)
            )
            pages[path] = page
        }
        let (comparison, changes) = try compare(
            try bake(game.pages),
            try bake(pages, manifest)
        )
        #expect(changes.isEmpty && comparison.changes.isEmpty)
        #expect(comparison.movedFrames == 1)
    }

    @Test func `an overlay that is worn elsewhere is shown on the pets that wear it`() throws {
        let game = try SampleGame()
        var manifest = SampleGame.manifest
        let scarf = try #require(manifest.items.firstIndex { $0.id == "scarf" })
        for index in manifest.items[scarf].art.indices {
            manifest.items[scarf].art[index].origins[0].x += 2
        }
        let (comparison, changes) = try compare(
            try bake(game.pages),
            try bake(game.pages, manifest)
        )
        #expect(comparison.changes.map(\.id) == ["scarf"])
        #expect(changes.map(\.name) == ["dog + scarf"])
        let look = Look(species: "dog", overlays: ["scarf"])
        let old = try game.draw(look, "", 0, 2).straight()
        #expect(changes[0].old == old)
        #expect(changes[0].new != old)
    }

    @Test func `without pages there are names, and digests tell what is the same`() throws {
        var manifest = SampleGame.manifest
        manifest.files = manifest.targets[0].pages.flatMap(\.images).map {
            .init(path: $0.path, bytes: 1, sha256: "\($0.path)")
        }
        let old = ComparedBake(manifest) { _ in nil }
        #expect(try compare(old, old).0.unknownFrames == 0)
        var other = manifest
        other.files[0].sha256 = "other"
        let (comparison, changes) = try compare(old, ComparedBake(other) { _ in nil })
        #expect(changes.isEmpty)
        let first = manifest.targets[0].frames.values.filter { $0.page == 0 && $0.width > 0 }
        #expect(comparison.unknownFrames == first.count)
    }

    @Test func `a page that is no picture is an error that names it`() throws {
        let game = try SampleGame()
        let broken = ComparedBake(SampleGame.manifest) { _ in Array("BM of old".utf8) }
        let error = #expect(throws: UnreadablePage.self) {
            _ = try compare(try bake(game.pages), broken)
        }
        let reason = try #require(error?.reason)
        #expect(error?.path.hasSuffix(".png") == true)
        #expect(reason.hasPrefix("not a PNG,") && reason.contains("found BMP"))
    }

    @Test func `sizes that no picture has are reported, not allocated`() throws {
        let game = try SampleGame()
        var manifest = SampleGame.manifest
        for (width, height) in [(1 << 20, 1), (1, 1 << 20), (1 << 20, 1 << 20)] {
            manifest.targets[0].frames["hat"]?.sourceWidth = width
            manifest.targets[0].frames["hat"]?.sourceHeight = height
            manifest.canvas = .init(width: height, height: width)
            let (comparison, _) = try compare(
                try bake(game.pages),
                try bake(game.pages, manifest)
            )
            #expect(comparison.sameFrames < manifest.targets[0].frames.count)
        }
    }
}
