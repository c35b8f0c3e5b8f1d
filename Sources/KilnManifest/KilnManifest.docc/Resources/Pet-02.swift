import Foundation
import KilnManifest

final class Pet {
    let manifest: Manifest
    private(set) var look: Look

    init(folder: URL) throws {
        let file = folder.appending(path: "manifest.json")
        manifest = try Manifest(json: Data(contentsOf: file))
        look = try manifest.look(species: "dog")
    }

    func toggle(_ item: String) throws {
        try look.toggle(item, in: manifest)
    }
}
