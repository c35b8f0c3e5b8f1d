public import Raster

public enum PackError: Error, Hashable {
    /// The item fits on no page, in either orientation.
    ///
    /// `allowed` is the largest possible item, without border and extrude.
    case itemTooLarge(name: String, found: PixelSize, allowed: PixelSize)
    /// The options leave no space for any sprite.
    case noRoom(maximumSize: PixelSize)
    case duplicateName(String)
    /// A setting is out of range.
    case unusableOption(name: String, found: String, expected: String)
}

extension PackError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .itemTooLarge(let name, let found, let allowed):
            "sprite \"\(name)\" is larger than a page, found \(found), expected at most \(allowed)"
        case .noRoom(let maximumSize):
            "border, extrude and alignment leave no space on a page of at most \(maximumSize)"
        case .duplicateName(let name):
            "two sprites are named \"\(name)\""
        case .unusableOption(let name, let found, let expected):
            "\(name) is out of range, found \(found), expected \(expected)"
        }
    }
}
