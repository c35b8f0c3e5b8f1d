#if canImport(SwiftUI)
public import CoreGraphics
public import Foundation
internal import ImageIO
public import KilnManifest

extension Pages<CGImage> {
    /// Loads what a look still needs from the folder of a bake; nothing when all of it is there.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - folder: that of `manifest.json`.
    /// - Throws: `.unreadablePage` for a file that is not there, or is no picture: pages of raw pixels
    ///   (`PageFile.pixels`) are for a game's own renderer.
    public mutating func load(for look: Look, from folder: URL) throws(ManifestError) {
        try load(for: look) { file in
            let data = try Data(contentsOf: folder.appending(path: file.path))
            guard file.pixels == nil,
                let source = CGImageSourceCreateWithData(data as CFData, nil),
                let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
            else { throw CocoaError(.fileReadCorruptFile) }
            return image
        }
    }
}
#endif
