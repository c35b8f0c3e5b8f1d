import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// `kiln init --from FOLDER` and `kiln add`: pictures become a catalog.
struct AdoptArtTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func put(_ path: String, _ image: StraightImage) throws {
        let url = folder.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(try encodePNG(image)).write(to: url)
    }

    /// A disc of (r, g, b) on a clear square.
    private func disc(
        _ side: Int,
        radius: Int,
        at middle: (Int, Int)? = nil,
        _ r: UInt8,
        _ g: UInt8,
        _ b: UInt8
    ) -> StraightImage {
        let (x0, y0) = middle ?? (side / 2, side / 2)
        return StraightImage(side, side) { x, y in
            (x - x0) * (x - x0) + (y - y0) * (y - y0) <= radius * radius
                ? .init(r: r, g: g, b: b) : .clear
        }
    }

    /// Two discs side by side: a sheet of two frames.
    private func pair(_ side: Int, _ r: UInt8, _ g: UInt8, _ b: UInt8) -> StraightImage {
        StraightImage(2 * side, side) { x, y in
            let dx = x % side - side / 2
            let dy = y - side / 2 - (x < side ? 0 : 2)
            return dx * dx + dy * dy <= side * side / 9 ? .init(r: r, g: g, b: b) : .clear
        }
    }

    private func run(_ arguments: String...) throws -> BuiltCommand {
        try BuiltCommand(arguments, in: folder.url)
    }

    private func catalog() throws -> [String: Any] {
        let data = try Data(contentsOf: folder.url.appending(path: "catalog.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func ids(_ list: String) throws -> [String] {
        let entries = try catalog()[list] as? [[String: Any]] ?? []
        return entries.compactMap { $0["id"] as? String }
    }

    private func expectSound() throws {
        let found = try run("validate", "--strict")
        #expect(found.status == 0, "\(found.output)\(found.errors)")
        let baked = try run("bake", "-o", "build")
        #expect(baked.status == 0, "\(baked.errors)")
    }

    @Test func `a folder of pets, outfits and overlays becomes a catalog that bakes`() throws {
        try put("art/cat_pet.png", pair(64, 200, 120, 40))
        try put("art/dog_pet.png", pair(64, 120, 90, 60))
        try put("art/cat_pet_robe.png", pair(64, 40, 60, 200))
        try put("art/overlay_hat.png", disc(24, radius: 9, 200, 40, 60))
        try put("art/deep/coin.png", disc(16, radius: 6, 250, 210, 60))
        let begun = try run("init", "--from", "art")
        #expect(begun.status == 0, "\(begun.errors)")
        #expect(try ids("species") == ["cat", "dog"])
        #expect(try ids("items") == ["robe", "hat"])
        #expect(try ids("images") == ["coin"])
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        #expect(items[0]["species"] as? [String] == ["cat"])
        let placement = try #require(items[1]["placement"] as? [String: Any])
        #expect(placement["anchor"] as? String == "head")
        // One rule for all sheets, not one for each.
        let sheets = try #require(try catalog()["sheets"] as? [String: [String: Any]])
        let cut = sheets.filter { $0.value["grid"] != nil }
        #expect(cut.count < 3, "\(sheets.keys)")
        try expectSound()
        // A hat on top of the head, not in the middle of the canvas.
        let species = try #require(try catalog()["species"] as? [[String: Any]])
        let heads = try #require((species[0]["anchors"] as? [String: Any])?["head"] as? [[Int]])
        #expect(heads == [[31, 11], [31, 13]] || heads == [[32, 11], [32, 13]], "\(heads)")
        let preview = try run(
            "preview",
            "--species",
            "cat",
            "--base",
            "robe",
            "--overlay",
            "hat",
            "-o",
            "look.png"
        )
        #expect(preview.status == 0, "\(preview.errors)")
        #expect(begun.output.contains("kiln preview --species cat --base robe --overlay hat"))
    }

    @Test func `a species of which there is only an outfit leaves the others theirs`() throws {
        try put("art/bear_pet_coat.png", disc(64, radius: 28, 20, 60, 200))
        try put("art/cat_pet.png", disc(64, radius: 28, 200, 120, 60))
        try put("art/dog_pet.png", disc(48, radius: 20, 90, 60, 40))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try ids("species") == ["bear", "cat", "dog"])
        let species = try #require(try catalog()["species"] as? [[String: Any]])
        #expect(species.map { $0["placement"] == nil } == [true, true, false])
    }

    @Test func `pictures named after what they do are animations`() throws {
        for (place, pose) in ["idle", "jump", "walk1", "walk2"].enumerated() {
            for hero in ["hero", "foe"] {
                try put("art/\(hero)_\(pose).png", disc(48, radius: 16 + place % 2, 90, 140, 70))
            }
        }
        for hero in ["hero", "foe"] {
            try put("art/\(hero)_fall.png", disc(48, radius: 15, 1, 2, 3))
        }
        let begun = try run("init", "--from", "art")
        #expect(try ids("species") == ["foe", "hero"])
        #expect(try catalog()["animations"] as? [String] == ["idle", "fall", "jump", "walk"])
        #expect(begun.output.contains("animations of species: foe, hero"))
        #expect(begun.output.contains("frames of animations: foe_walk (2), hero_walk (2)"))
        try expectSound()
    }

    @Test func `pictures with one name in two folders keep their folders`() throws {
        try put("art/round/bear.png", disc(32, radius: 12, 120, 80, 40))
        try put("art/square/bear.png", disc(32, radius: 10, 120, 80, 40))
        _ = try run("init", "--from", "art")
        #expect(try ids("images") == ["round_bear", "square_bear"])
        try expectSound()
    }

    @Test func `art next to the catalog is copied, art below it stays`() throws {
        try put("cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        #expect(try run("init", "--from", ".").status == 0)
        #expect(try catalog()["sources"] as? [String] == ["assets-src"])
        #expect(
            FileManager.default.fileExists(
                atPath: folder.url.appending(path: "assets-src/cat_pet.png").path
            )
        )
        try expectSound()
        let again = try run("init", "--from", ".")
        #expect(again.status == 1)
        #expect(again.errors.contains("there is something already: catalog.json"))
    }

    @Test func `a folder without pictures, and one with a broken picture`() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "art"),
            withIntermediateDirectories: true
        )
        let empty = try run("init", "--from", "art")
        #expect(empty.status != 0)
        #expect(empty.errors.contains("the folder holds no picture"))
        try put("art/coin.png", disc(16, radius: 6, 250, 210, 60))
        try Data("no picture".utf8).write(to: folder.url.appending(path: "art/bad.png"))
        let begun = try run("init", "--from", "art")
        #expect(begun.output.contains("art/bad.png cannot be used"))
        #expect(try ids("images") == ["coin"])
    }

    @Test func `a hat is added, copied and put on the head`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/overlay_cap.png", disc(24, radius: 9, 40, 40, 200))
        _ = try run("init", "--from", "art")
        try put("new/overlay_hat.png", disc(24, radius: 9, 200, 40, 60))
        let before = try Data(contentsOf: folder.url.appending(path: "catalog.json"))
        let planned = try run("add", "new/overlay_hat.png", "--dry-run")
        #expect(
            planned.output.contains("create art/overlay_hat.png")

        )
        #expect(try Data(contentsOf: folder.url.appending(path: "catalog.json")) == before)
        #expect(try run("validate").output.contains("overlay_hat") == false)
        let added = try run("add", "new/overlay_hat.png")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try ids("items") == ["cap", "hat"])
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        #expect((items[1]["placement"] as? [String: Any])?["anchor"] as? String == "head")
        try expectSound()
        // The same once more is refused, and nothing changes.
        let twice = try run("add", "new/overlay_hat.png")
        #expect(twice.status == 1)
        #expect(twice.errors.contains("there is a file art/overlay_hat.png already"))
    }

    @Test func `a species is added together with its outfit`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        _ = try run("init", "--from", "art")
        try put("fox_pet_robe.png", disc(64, radius: 22, 90, 20, 160))
        try put("fox_pet.png", disc(64, radius: 24, 230, 90, 30))
        let added = try run("add", "fox_pet_robe.png", "fox_pet.png")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try ids("species") == ["cat", "fox"])
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        #expect(items[0]["id"] as? String == "robe")
        #expect(items[0]["species"] as? [String] == ["fox"])
        try expectSound()
    }

    @Test func `a picture that the catalog looks for needs no entry`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/dog_pet.png", disc(64, radius: 24, 120, 90, 60))
        try put("art/overlay_hat.png", disc(24, radius: 9, 40, 40, 200))
        _ = try run("init", "--from", "art")
        let before = try Data(contentsOf: folder.url.appending(path: "catalog.json"))
        try put("cat_pet_overlay_hat.png", disc(24, radius: 9, 200, 40, 60))
        let added = try run("add", "cat_pet_overlay_hat.png")
        #expect(added.status == 0, "\(added.errors)")
        #expect(
            added.output.contains(
                "art/cat_pet_overlay_hat.png needs no entry: the catalog uses a file of this name"
            )
        )
        #expect(try Data(contentsOf: folder.url.appending(path: "catalog.json")) == before)
        try expectSound()
    }

    @Test func `a new species gets anchors, and wears what there is art for`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/cat_pet_robe.png", disc(64, radius: 22, 90, 20, 160))
        try put("art/dog_pet.png", disc(64, radius: 24, 120, 90, 60))
        try put("art/dog_pet_robe.png", disc(64, radius: 22, 20, 90, 160))
        try put("art/overlay_hat.png", disc(24, radius: 9, 40, 40, 200))
        _ = try run("init", "--from", "art")
        try put("fox_pet.png", disc(64, radius: 20, at: (32, 42), 230, 90, 30))
        let added = try run("add", "fox_pet.png")
        #expect(added.status == 0, "\(added.errors)")
        let species = try #require(try catalog()["species"] as? [[String: Any]])
        // The disc is 20 pixels around (32, 42).
        #expect((species[2]["anchors"] as? [String: [Int]]) == ["head": [32, 22]])
        #expect(try wearersOfRobe() == ["cat", "dog"])
        try expectSound()
        try put("fox_pet_robe.png", disc(64, radius: 18, at: (32, 44), 20, 160, 90))
        #expect(try run("add", "fox_pet_robe.png").status == 0)
        #expect(try wearersOfRobe() == ["cat", "dog", "fox"])
        try expectSound()
    }

    private func wearersOfRobe() throws -> [String]? {
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        return items.first { $0["id"] as? String == "robe" }?["species"] as? [String]
    }

    @Test func `an outfit that all wear needs no entry for a species that is added with it`()
        throws
    {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/cat_pet_robe.png", disc(64, radius: 22, 90, 20, 160))
        _ = try run("init", "--from", "art")
        try put("fox_pet.png", disc(64, radius: 24, 230, 90, 30))
        try put("fox_pet_robe.png", disc(64, radius: 18, 20, 160, 90))
        let added = try run("add", "fox_pet.png", "fox_pet_robe.png")
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.output.contains("art/fox_pet_robe.png needs no entry"), "\(added.output)")
        #expect(try wearersOfRobe() == nil)
        try expectSound()
    }

    @Test func `an image that no target takes is added with a word about it`() throws {
        try put("art/coin.png", disc(16, radius: 6, 250, 210, 60))
        _ = try run("init", "--from", "art")
        let file = folder.url.appending(path: "catalog.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing("\"kind\": \"atlas\"", with: "\"images\": [\"coin\"]").utf8)
            .write(to: file)
        try put("gem.png", disc(16, radius: 6, 50, 210, 160))
        let added = try run("add", "gem.png", "--as", "image")
        #expect(added.output.contains("no target takes the image gem"), "\(added.output)")
    }

    @Test func `a folder is not added as a picture`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        _ = try run("init", "--from", "art")
        try put("new/overlay_hat.png", disc(24, radius: 9, 200, 40, 60))
        let added = try run("add", "new")
        #expect(added.status == 1)
        #expect(added.errors.contains("name its pictures, such as new/*.png"), "\(added.errors)")
    }

    @Test func `names that cannot be ids are named by the assets`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/overlay_лук.png", disc(24, radius: 9, 40, 40, 200))
        try put("art/overlay_лес.png", disc(24, radius: 9, 40, 200, 40))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(Set(try ids("items")) == ["u43b_443_43a", "u43b_435_441"])
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        #expect(Set(items.compactMap { $0["name"] as? String }) == ["лук", "лес"])
        #expect(Set(items.compactMap { $0["asset"] as? String }) == ["лук", "лес"])
        try expectSound()
    }

    @Test func `outfits with a species in their names are for it alone`() throws {
        try put("art/pets/cat.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/pets/dog.png", disc(64, radius: 24, 120, 90, 60))
        try put("art/Outfits/cat_wizard.png", disc(64, radius: 22, 90, 20, 160))
        try put("art/Outfits/dog_wizard.png", disc(64, radius: 20, 20, 90, 160))
        try put("art/Outfits/Cat_Nurse.png", disc(64, radius: 21, 160, 90, 20))
        try put("art/overlays/cat_scarf.png", disc(24, radius: 9, 200, 40, 60))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try ids("species") == ["cat", "dog"])
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        let wearers = Dictionary(
            uniqueKeysWithValues: items.map { ($0["id"] as? String ?? "", $0["species"]) }
        )
        #expect(Set(wearers.keys) == ["wizard", "Nurse", "scarf"])
        #expect(wearers["Nurse"] as? [String] == ["cat"])
        #expect(wearers["scarf"] as? [String] == ["cat"])
        try expectSound()
    }

    @Test func `scenes keep their backgrounds, and pictures that lose theirs are listed`() throws {
        func scene(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> StraightImage {
            StraightImage(80, 60) { x, y in
                (x - 40) * (x - 40) + (y - 30) * (y - 30) < 144
                    ? .init(r: 250, g: 240, b: 90) : .init(r: r, g: g, b: b)
            }
        }
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/room_blue.png", scene(80, 140, 220))
        try put("art/rooms/beach.png", scene(60, 200, 90))
        try put("art/badge.png", scene(230, 20, 200))
        try put("art/card.png", StraightImage(40, 30) { _, _ in .init(r: 80, g: 140, b: 220) })
        let begun = try run("init", "--from", "art")
        #expect(begun.output.contains("room_blue keeps its plain background"))
        #expect(begun.output.contains("beach keeps its plain background"))
        #expect(begun.output.contains("badge loses its plain background"))
        let sheets = try #require(try catalog()["sheets"] as? [String: [String: Any]])
        #expect(sheets.filter { $0.value["key"] != nil }.keys.sorted() == ["badge"])
        #expect(try ids("images") == ["badge", "beach", "card", "room_blue"])
    }

    @Test func `a folder of numbered frames is a pet`() throws {
        for pet in ["cat", "dog"] {
            try put("art/pets/\(pet)/1.png", disc(48, radius: 20, 90, 140, 70))
            try put("art/pets/\(pet)/2.png", disc(48, radius: 19, 90, 140, 70))
        }
        try put("art/overlays/hat.png", disc(16, radius: 6, 200, 40, 60))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try ids("species") == ["cat", "dog"])
        #expect(try ids("items") == ["hat"])
        let species = try #require(try catalog()["species"] as? [[String: Any]])
        #expect(species.compactMap { $0["asset"] as? String } == ["pets/cat", "pets/dog"])
        try expectSound()
    }

    @Test func `folders that are parts of names do not change what pictures are`() throws {
        for (pet, shade) in [("cat", 200), ("dog", 120)] {
            try put("art/\(pet)/base.png", disc(64, radius: 24, UInt8(shade), 90, 60))
            try put("art/\(pet)/hats/crown.png", disc(24, radius: 9, 230, UInt8(shade), 30))
        }
        try put("art/a/overlay_hat.png", disc(24, radius: 9, 40, 40, 200))
        try put("art/猫_pet.png", disc(64, radius: 24, 230, 90, 30))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try ids("species") == ["cat", "dog", "u732b"])
        let species = try #require(try catalog()["species"] as? [[String: Any]])
        #expect(species[2]["name"] as? String == "猫")
        #expect(Set(try ids("items")) == ["crown", "hat"])
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        let crown = try #require(items.first { $0["id"] as? String == "crown" })
        #expect(crown["species"] as? [String] == ["cat", "dog"])
        let own = try #require(crown["perSpecies"] as? [String: [String: Any]])
        #expect(own["dog"]?["asset"] as? String == "dog/hats/crown")
        try expectSound()
    }

    @Test func `of files that differ only in their kind one is used`() throws {
        try put("art/hero_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/hero_pet.gif", disc(64, radius: 24, 200, 120, 40))
        let begun = try run("init", "--from", "art")
        #expect(
            begun.output.contains(
                "art/hero_pet.gif is ignored, because art/hero_pet.png has the same name"
            )
        )
        #expect(try catalog()["ignore"] as? [String] == ["hero_pet.gif"])
        try expectSound()
    }

    @Test func `what a bake wrote is no art`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try run("bake", "-o", "build").status == 0)
        try FileManager.default.moveItem(
            at: folder.url.appending(path: "build"),
            to: folder.url.appending(path: "art/build")
        )
        let begun = try run("init", "game", "--from", "art")
        #expect(begun.output.contains("outputs of a bake, such as art/build/game/game-0@1x.png"))
        let data = try Data(contentsOf: folder.url.appending(path: "game/catalog.json"))
        #expect(!String(decoding: data, as: UTF8.self).contains("images"))
    }

    @Test func `outfits in folders of their names are each pet's own`() throws {
        for (pet, shade) in [("cat", 200), ("dog", 120)] {
            try put("art/outfits/default/\(pet).png", disc(64, radius: 24, UInt8(shade), 90, 60))
            try put("art/outfits/robe/\(pet).png", disc(64, radius: 22, 90, UInt8(shade), 160))
        }
        try put("art/outfits/nurse_cat.png", disc(64, radius: 23, 90, 20, 160))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try ids("species") == ["cat", "dog"])
        #expect(Set(try ids("items")) == ["nurse", "robe"])
        try expectSound()
    }

    @Test func `the largest picture fits a page at every scale`() throws {
        try put("art/icon.png", disc(1024, radius: 400, 200, 90, 30))
        try put("art/tab@3x.png", disc(96, radius: 40, 30, 90, 200))
        #expect(try run("init", "game", "--from", "art").status == 0)
        let text = try String(
            contentsOf: folder.url.appending(path: "game/catalog.json"),
            encoding: .utf8
        )
        #expect(text.contains(#""scales": [1, 2, 3]"#), "\(text)")
        #expect(text.contains(#""maxPageSize": 4096"#), "\(text)")
        #expect(try run("validate", "game").status == 0)
    }

    @Test func `numbered pictures need one look and all numbers`() throws {
        for number in [1, 2, 4] {
            try put("art/coin_\(number).png", disc(32, radius: 12, 250, 210, 60))
            try put("art/cat_pet_\(number).png", disc(64, radius: 24, 200, 120, 40))
        }
        try put("art/hat1.png", disc(32, radius: 12, 250, 20, 60))
        try put("art/hat2.png", disc(32, radius: 12, 20, 60, 250))
        for number in 1...2 {
            try put("art/star (\(number)).png", disc(32, radius: 12, 250, 240, 60))
        }
        let begun = try run("init", "--from", "art")
        #expect(begun.output.contains("coin has no frame 3 in its 3 numbered pictures"))
        #expect(begun.output.contains("frames of animations: cat_pet (3), star (2)"))
        #expect(begun.errors.contains("found 4 after 2"))
        #expect(try ids("species") == ["cat"])
        #expect(try ids("items").isEmpty)
        #expect(try ids("images") == ["coin_1", "coin_2", "coin_4", "hat1", "hat2", "star"])
    }

    @Test func `two actions make a species, which rests first`() throws {
        for hero in ["cat", "dog"] {
            try put("art/\(hero)_action.png", disc(48, radius: 15, 200, 120, 40))
            try put("art/\(hero)_idle.png", disc(48, radius: 16, 200, 120, 40))
            try put("art/\(hero)_walk.png", disc(48, radius: 17, 200, 120, 40))
        }
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try ids("species") == ["cat", "dog"])
        #expect(try catalog()["animations"] as? [String] == ["idle", "action", "walk"])
        try expectSound()
    }

    @Test(arguments: ["accessories/hat", "overlay_hat", "acc_hat"])
    func `a picture wears what is next to it`(_ hat: String) throws {
        try put("art/kitty.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/\(hat).png", disc(24, radius: 9, 40, 40, 200))
        let begun = try run("init", "--from", "art")
        #expect(begun.output.contains("kitty is taken as a species"))
        #expect(try ids("species") == ["kitty"])
        #expect(try ids("items") == ["hat"])
        try expectSound()
    }

    @Test func `names with capitals, dashes and spaces say what pictures are`() throws {
        try put("art/Cat_Pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/cat-pet-robe.png", disc(64, radius: 22, 90, 20, 160))
        try put("art/pet_dog_default.png", disc(64, radius: 24, 120, 90, 60))
        try put("art/pet_dog_cape.png", disc(64, radius: 22, 90, 160, 20))
        #expect(try run("init", "--from", "art").status == 0)
        #expect(try ids("species") == ["Cat", "dog"])
        let items = try #require(try catalog()["items"] as? [[String: Any]])
        #expect(items.compactMap { $0["id"] as? String } == ["robe", "cape"])
        #expect(items.compactMap { $0["species"] as? [String] } == [["Cat"], ["dog"]])
        try expectSound()
    }

    @Test func `a density that is written without its sign is no outfit`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        try put("art/cat_pet_2x.png", disc(128, radius: 48, 200, 120, 40))
        let begun = try run("init", "--from", "art")
        #expect(begun.output.contains("rename it to cat_pet@2x"))
        #expect(try ids("items").isEmpty)
    }

    @Test func `a folder without pets is asked about them, and a sheet plays what it is called`()
        throws
    {
        try put("art/Bunny_Walk.png", pair(64, 200, 120, 40))
        try put("art/long.png", StraightImage(2100, 20) { _, _ in .init(r: 120, g: 90, b: 60) })
        let begun = try run("init", "--from", "art")
        #expect(begun.output.contains("no pets are found"))
        let sheets = try #require(try catalog()["sheets"] as? [String: [String: Any]])
        let names = sheets.values.compactMap { ($0["animations"] as? [String: Any])?.keys.first }
        #expect(names == ["walk"])
        try expectSound()
    }

    @Test func `two pictures with one name are refused, and nothing is copied`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        _ = try run("init", "--from", "art")
        for folder in ["a", "b"] {
            try put("\(folder)/overlay_hat.png", disc(24, radius: 9, 200, 40, 60))
        }
        let refused = try run("add", "a/overlay_hat.png", "b/overlay_hat.png")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("two pictures would become art/overlay_hat.png"))
        let art = folder.url.appending(path: "art").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: art) == ["cat_pet.png"])
    }

    @Test func `what lacks an anchor gets one from its picture`() throws {
        try put("art/cat_pet.png", disc(64, radius: 20, at: (32, 42), 200, 120, 40))
        _ = try run("init", "--from", "art")
        try put("overlay_hat.png", disc(24, radius: 9, 200, 40, 60))
        #expect(try run("add", "overlay_hat.png").status == 0)
        let species = try #require(try catalog()["species"] as? [[String: Any]])
        // The disc is 20 pixels around (32, 42).
        #expect((species[0]["anchors"] as? [String: [Int]]) == ["head": [32, 22]])
        try expectSound()
    }

    @Test func `a name that may be anything needs a word about it`() throws {
        try put("art/cat_pet.png", disc(64, radius: 24, 200, 120, 40))
        _ = try run("init", "--from", "art")
        try put("crown.png", disc(24, radius: 9, 230, 200, 30))
        let asked = try run("add", "crown.png")
        #expect(asked.status == 1)
        #expect(asked.errors.contains("it is not clear what crown.png is"))
        #expect(try run("add", "crown.png", "--as", "overlay").status == 0)
        #expect(try ids("items") == ["crown"])
        let twice = try run("add", "art/crown.png", "--as", "overlay")
        #expect(twice.errors.contains("the id \"crown\" is already used under \"items\""))
    }
}
