package import Catalog

/// What has no art and is drawn all the same.
package struct MissingArt: Sendable {
    /// One for each species, item on a species, and part.
    package var cells: [Coverage.MissingCell] = []
    package var images: [Coverage.MissingImage] = []
    /// Those of the images that lie behind looks.
    package var backgrounds: Set<String> = []
    /// Pixels per point.
    package var scales: Set<Int> = []

    package init() {}

    /// - Parameters:
    ///   - coverage: says what is missing.
    ///   - backgrounds: ids of images that lie behind looks.
    ///   - scales: pixels per point.
    package init(_ coverage: Coverage, backgrounds: Set<String>, scales: [Int]) {
        cells = coverage.missing
        images = coverage.missingImages
        self.backgrounds = backgrounds
        self.scales = Set(scales)
    }

    var isEmpty: Bool { cells.isEmpty && images.isEmpty }
}
