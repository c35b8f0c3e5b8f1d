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
        try load(for: look) { file in try CGImage.read(file, in: folder) }
    }

    /// Loads what an image of the catalog still needs from the folder of a bake; nothing when all of it
    /// is there.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - axes: values by axis, an axis that is not named has its default; nil stands for all values.
    ///   - folder: that of `manifest.json`.
    /// - Throws: `.unknownImage`, `.notInTarget` when the target does not hold the image, or
    ///   `.unreadablePage` as `load(for:from:)`.
    public mutating func load(
        forImage id: String,
        axes: [String: String]? = nil,
        from folder: URL
    ) throws(ManifestError) {
        try load(forImage: id, axes: axes) { file in try CGImage.read(file, in: folder) }
    }

    /// Loads what a bundle still needs from the folder of a bake; nothing when all of it is there.
    ///
    /// - Parameters:
    ///   - id: the bundle's, as the catalog names it.
    ///   - folder: that of `manifest.json`.
    ///   - progress: called after each file with the part of the files that is loaded, up to 1.
    /// - Throws: `.unknownBundle`, or `.unreadablePage` as `load(for:from:)`.
    public mutating func load(
        forBundle id: String,
        from folder: URL,
        progress: (Double) -> Void = { _ in }
    ) throws(ManifestError) {
        try load(forBundle: id, progress: progress) { file in try CGImage.read(file, in: folder) }
    }
}

extension CGImage {
    fileprivate static func read(_ file: PageFile, in folder: URL) throws -> CGImage {
        let data = try Data(contentsOf: folder.appending(path: file.path))
        guard file.pixels == nil,
            let source = CGImageSourceCreateWithData(data as CFData, nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { throw CocoaError(.fileReadCorruptFile) }
        return image
    }
}
#endif
