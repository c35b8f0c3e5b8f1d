import Foundation
import KilnManifest

final class Pet {
    let manifest: Manifest

    init(folder: URL) throws {
        let file = folder.appending(path: "manifest.json")
        manifest = try Manifest(json: Data(contentsOf: file))
    }
}
