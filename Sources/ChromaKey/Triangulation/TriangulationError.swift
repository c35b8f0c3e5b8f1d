public import Raster

/// Why images cannot be triangulated; indexes are places in the list of images.
public enum TriangulationError: Error, Hashable, Sendable {
    case onePicture
    case otherSize(Int, found: PixelSize, expected: PixelSize)
    case noScreen(Int)
    case sameScreen(Int, Int, color: RGB)
    /// The images differ in this share of their pixels, 0...1.
    case otherFigure(share: Double)

    /// The image concerned; nil for all.
    public var place: Int? {
        switch self {
        case .onePicture, .otherFigure: nil
        case .otherSize(let place, _, _), .noScreen(let place), .sameScreen(_, let place, _): place
        }
    }

    /// What is wrong, without the name of the image concerned.
    package func message(_ names: [String]) -> String {
        switch self {
        case .onePicture: "there is no picture over another screen"
        case .otherSize(_, let found, let expected):
            "the picture has another size than \(names[0]), found \(found), expected \(expected)"
        case .noScreen: "no screen was found along the border"
        case .sameScreen(let first, _, let color):
            "the picture is over the same screen as \(names[first]), found \(color)"
        case .otherFigure(let share):
            "the pictures show different figures: \(Int((share * 100).rounded())) percent of what is "
                + "visible differs by more than the screen"
        }
    }

    /// What to do about it; `isCatalog` tells whether a catalog named the images, or a command.
    package func help(_ names: [String], isCatalog: Bool) -> String {
        switch self {
        case .onePicture: isCatalog ? "name one in \"also\"" : "name one with '--also'"
        case .otherSize: "export all on one canvas"
        case .noScreen(let place):
            isCatalog
                ? "leave screen free along the border, or key the picture by itself: take "
                    + "\"also\" out"
                : "leave screen free along the border, or name its color with "
                    + (place == 0 ? "'--key'" : "'--also-key'")
        case .sameScreen:
            "paint one over another color, such as magenta next to green, or white next to black"
        case .otherFigure:
            isCatalog
                ? "name pictures of the same figure in \"also\""
                : "'--also' takes pictures of the same figure; key others by themselves"
        }
    }
}
