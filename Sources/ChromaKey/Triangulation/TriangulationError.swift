public import Raster

/// Why pictures do not make a figure; indexes are places in the list of pictures.
public enum TriangulationError: Error, Hashable, Sendable {
    /// There is no second picture.
    case onePicture
    case otherSize(Int, found: PixelSize, expected: PixelSize)
    /// No screen was found in a picture.
    case noScreen(Int)
    /// Two pictures have one screen, or two that are hardly different.
    case sameScreen(Int, Int, color: RGB)
    /// So much of what the pictures show differs, 0...1.
    case otherFigure(share: Double)

    /// The picture that it is about; nil when it is about all.
    public var place: Int? {
        switch self {
        case .onePicture, .otherFigure: nil
        case .otherSize(let place, _, _), .noScreen(let place), .sameScreen(_, let place, _): place
        }
    }

    /// What is wrong.
    ///
    /// - Parameter names: of the pictures, in their order.
    /// - Returns: the fact, without the name of the picture that it is about.
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

    /// What to do about it.
    ///
    /// - Parameters:
    ///   - names: of the pictures, in their order.
    ///   - isCatalog: whether a catalog named them, not a command.
    /// - Returns: words for people.
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
            "paint one over another color, such as magenta beside green, or white beside black"
        case .otherFigure:
            isCatalog
                ? "name pictures of the same figure in \"also\""
                : "'--also' takes pictures of the same figure; key others by themselves"
        }
    }
}
