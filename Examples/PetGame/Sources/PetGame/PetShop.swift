import Foundation
import KilnManifest

/// Pets and what they wear, as the bake in the bundle has them.
///
/// `Pets` is the enum that the plugin makes of `Pets/catalog.json`: a name that the catalog does not
/// have does not compile.
public struct PetShop {
    public let manifest: Manifest
    private var pages: [String: Bitmap] = [:]

    public init() throws { manifest = try Pets.manifest() }

    /// A pet in what it wears.
    public func look(_ species: Pets.Species, wearing items: [Pets.Item] = []) throws -> Look {
        var look = try manifest.look(species: species.id)
        for item in items { try look.equip(item.id, in: manifest) }
        return look
    }

    /// A frame of a look, drawn from the pages of the atlas.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - animation: what it does.
    ///   - frame: which frame of the animation.
    ///   - scale: pixels per point.
    /// - Returns: the canvas.
    /// - Throws: when the look is none of the catalog's, or a page cannot be read.
    public mutating func draw(
        _ look: Look,
        _ animation: Pets.Animation = .idle,
        frame: Int = 0,
        scale: Int = 2
    ) throws -> Bitmap {
        let area = manifest.canvas.area(atScale: scale)
        var canvas = Canvas(width: area.width, height: area.height)
        let steps = try manifest.drawList(
            for: look,
            animation: animation.id,
            frame: frame,
            scale: scale
        )
        for step in steps {
            let page = try page(step.image)
            canvas.draw(step, of: page, atX: step.x - area.x, y: step.y - area.y)
        }
        return canvas.bitmap
    }

    /// A picture of the bake by its path in the manifest.
    public func picture(_ path: String) throws -> Bitmap {
        try Bitmap(png: [UInt8](Data(contentsOf: Pets.folder.appending(path: path))))
    }

    private mutating func page(_ path: String) throws -> Bitmap {
        if let known = pages[path] { return known }
        let page = try picture(path)
        pages[path] = page
        return page
    }
}
