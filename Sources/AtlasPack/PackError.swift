public import Raster

/// Why there is no plan.
public enum PackError: Error, Hashable {
    /// The item fits on no page, turned or not.
    ///
    /// - `allowed`: the largest item that the options leave room for, without border and extrude.
    case itemTooLarge(name: String, found: PixelSize, allowed: PixelSize)
    /// The options leave no room for any sprite.
    case noRoom(maximumSize: PixelSize)
    case duplicateName(String)
    /// A setting is out of its range.
    case unusableOption(name: String, found: String, expected: String)
}

extension PackError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .itemTooLarge(let name, let found, let allowed):
            "sprite \"\(name)\" is larger than a page, found \(found), expected at most \(allowed)"
        case .noRoom(let maximumSize):
            "border and extrude leave no room on a page of at most \(maximumSize)"
        case .duplicateName(let name):
            "two sprites are named \"\(name)\""
        case .unusableOption(let name, let found, let expected):
            "\(name) is out of range, found \(found), expected \(expected)"
        }
    }
}
