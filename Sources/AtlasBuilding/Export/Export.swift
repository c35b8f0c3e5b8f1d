// Export: from a described atlas (`AtlasDescription`: pages, frames, animations; no pixels) to
// descriptor files (`ExportedFile`), with one small writer for each format. `Readers/` does the
// reverse: from descriptor bytes to a description, strictly validated.

package import Catalog
import Diagnostics
package import FileStore

/// Describes an atlas in one format, except `kiln`, whose manifest describes a whole bake.
///
/// Most formats write separate files for each scale; `spriteatlas` and `css` describe all scales
/// together. Files are in the order of their paths. Throws `ExportError` if a description
/// contradicts itself, or needs something that the format does not support.
package func export(
    _ scales: [AtlasDescription],
    format: AtlasFormat
) throws(ExportError) -> [ExportedFile] {
    for atlas in scales {
        try atlas.check()
        try format.check(atlas)
    }
    var files: [ExportedFile] = []
    switch format {
    case .kiln: throw .noWriter(format)
    case .texturePackerHash: for atlas in scales { files += texturePackerHash(atlas) }
    case .texturePackerArray: for atlas in scales { files += texturePackerArray(atlas) }
    case .phaser: files = phaser(scales)
    case .pixi: for atlas in scales { files += pixi(atlas) }
    case .libgdx: for atlas in scales { files += libgdx(atlas, isIndexed: true) }
    case .libgdxLegacy: for atlas in scales { files += libgdxLegacy(atlas) }
    case .spine: for atlas in scales { files += libgdx(atlas, isIndexed: false) }
    case .cocos2d: for atlas in scales { files += cocos2d(atlas) }
    case .godot: for atlas in scales { files += godot(atlas) }
    case .unity: for atlas in scales { files += unity(atlas) }
    case .starling: for atlas in scales { files += starling(atlas) }
    case .spriteatlas: return try exportSpriteAtlas(scales)
    case .css: files = css(scales)
    }
    return try checkingPaths(files.sorted { $0.path < $1.path })
}

/// A file to write next to the page images; its path is relative to their folder.
package typealias ExportedFile = OutputFile

extension ExportedFile {
    init(_ path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }

    init(_ path: String, json: JSONOutput) {
        self.init(path, text: json.recordLines + "\n")
    }
}

/// Throws if two files have the same path, ignoring case.
package func checkingPaths(_ files: [ExportedFile]) throws(ExportError) -> [ExportedFile] {
    var seen: [String: String] = [:]
    for file in files {
        if let other = seen.updateValue(file.path, forKey: file.path.lowercased()) {
            throw .samePath(file.path, other)
        }
    }
    return files
}

/// Text between two tags or inside of a quoted attribute (XML 1.0, section 2.4).
func xmlEscaped(_ text: String) -> String {
    markupEscaped(text) { $0 == "'" ? "&apos;" : nil }
}
