import Foundation
import KilnManifest

struct Save: Codable {
    var pet: SavedLook
    var wardrobe: [String]
}

// Whatever your renderer draws from; here the bytes of a PNG.
typealias Texture = Data

final class Pet {
    let manifest: Manifest
    private let folder: URL
    private var pages: Pages<Texture>
    private(set) var look: Look
    private(set) var wardrobe: [String]

    init(folder: URL, save: Save, displayScale: Double) throws {
        self.folder = folder
        let file = folder.appending(path: "manifest.json")
        manifest = try Manifest(json: Data(contentsOf: file))
        pages = try Pages(of: manifest, forDensity: displayScale)
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

    func loadPages() throws {
        try pages.load(for: look) { file in
            try Data(contentsOf: folder.appending(path: file.path))
        }
    }

    var save: Save { Save(pet: SavedLook(look), wardrobe: wardrobe) }
}
