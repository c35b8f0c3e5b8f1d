import Foundation
import KilnManifest

struct Save: Codable {
    var pet: SavedLook
    var wardrobe: [String]
}

final class Pet {
    let manifest: Manifest
    private(set) var look: Look
    private(set) var wardrobe: [String]

    init(folder: URL, save: Save) throws {
        let file = folder.appending(path: "manifest.json")
        manifest = try Manifest(json: Data(contentsOf: file))
        let fitting = try save.pet.restored(in: manifest, elseSpecies: "dog")
        look = fitting.look
        wardrobe = save.wardrobe + fitting.dropped.filter(\.goesBack).map(\.id)
    }

    func toggle(_ item: String) throws {
        try look.toggle(item, in: manifest)
    }

    func become(_ species: String) throws {
        let dropped = try look.become(species, in: manifest)
        wardrobe += dropped.filter(\.goesBack).map(\.id)
    }

    var save: Save { Save(pet: SavedLook(look), wardrobe: wardrobe) }
}
