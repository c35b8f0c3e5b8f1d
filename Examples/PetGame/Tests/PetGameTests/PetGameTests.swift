import Foundation
import KilnManifest
import PetGame
import Testing

struct PetGameTests {
    @Test(arguments: Pets.Look.allCases, [1, 2])
    func `a dressed pet is drawn as the tool draws it`(name: Pets.Look, scale: Int) throws {
        var shop = try PetShop()
        let look = try #require(shop.manifest.looks.first { $0.id == name.id }).look
        let drawn = try shop.draw(look, scale: scale)
        let baked = try shop.picture("shop/looks/\(name.id)\(scale == 1 ? "@1x" : "@2x").png")
        #expect(drawn.width == 64 * scale && drawn.height == 64 * scale)
        #expect(drawn == baked)
        #expect(drawn.pixels.contains { $0 > 0 })
    }

    @Test func `what is put on by name is what the catalog's look wears`() throws {
        var shop = try PetShop()
        let look = try shop.look(.dog, wearing: [.scarf, .partyHat])
        let named = try #require(shop.manifest.looks.first { $0.id == Pets.Look.birthdayDog.id })
        #expect(look == named.look)
        #expect(try shop.draw(look) != shop.draw(shop.look(.dog)))
        #expect(try shop.draw(look, .wave, frame: 2) != shop.draw(look, .wave, frame: 0))
    }

    @Test func `every name is one of the manifest's`() throws {
        let manifest = try PetShop().manifest
        #expect(Pets.Species.allCases.map(\.id) == manifest.species.map(\.id))
        #expect(Pets.Item.allCases.map(\.id) == manifest.items.map(\.id))
        #expect(Pets.Look.allCases.map(\.id) == manifest.looks.map(\.id))
        #expect(Pets.Target.allCases.map(\.id) == manifest.targets.map(\.id))
        #expect(Pets.Size.allCases.map(\.id) == manifest.axes.first?.values)
        #expect(Pets.Size(rawValue: 0) == .small)
        #expect(Pets.Size.stored(7) == .big)
    }

    @Test func `a written picture is read again`() throws {
        var shop = try PetShop()
        let picture = try shop.draw(shop.look(.penguin, wearing: [.wizard]))
        #expect(try Bitmap(png: picture.png) == picture)
    }
}
