public import Catalog

/// Why an atlas cannot be described.
public enum ExportError: Error, Hashable {
    /// The format is written elsewhere.
    case noWriter(AtlasFormat)
    /// The format's engines would draw the frame wrong.
    case rotation(frame: String, found: FrameRotation, format: AtlasFormat)
    case nineSlice(frame: String, format: AtlasFormat)
    /// The format cannot tell that pages are raw words.
    case pixels(AtlasDescription.PixelFormat, format: AtlasFormat)
    /// The format cannot tell that colors are multiplied by alpha.
    case premultiplied(format: AtlasFormat)
    /// Two frames or aliases have one name.
    case duplicateName(String)
    /// A name that is empty or has control characters, so that no format can hold it.
    case unusableName(String)
    /// A name that the format would garble.
    case unsayableName(String, format: AtlasFormat)
    /// A name that the format holds and its engine loses.
    case lostName(String, format: AtlasFormat, reason: String)
    /// Names that the format, or an importer of it, cannot tell apart.
    case namesBecomeEqual(String, String, format: AtlasFormat)
    /// The frames of the animation lie on several pages, which the format's engine cannot show.
    case animationOnSeveralPages(String, format: AtlasFormat)
    /// Two descriptors would be one file.
    case samePath(String, String)
    /// The description contradicts itself.
    case contradiction(String)
}

extension ExportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noWriter(let format):
            "format \"\(format.rawValue)\" has no descriptor for a single atlas"
        case .rotation(let frame, let found, let format):
            "frame \"\(frame)\" is turned, found \(found.rawValue), but \"\(format.rawValue)\" "
                + (format.capabilities.rotation == .none
                    ? "cannot turn frames" : "turns \(format.capabilities.rotation.rawValue)")
        case .nineSlice(let frame, let format):
            "frame \"\(frame)\" has a nine-slice and is trimmed or turned, which \"\(format.rawValue)\" "
                + "engines draw wrong"
        case .pixels(let pixels, let format):
            "\"\(format.rawValue)\" has no word for pages of raw \(pixels.rawValue)"
        case .premultiplied(let format):
            "\"\(format.rawValue)\" has no word for colors multiplied by alpha, and its engines "
                + "would draw them too dark"
        case .duplicateName(let name): "two frames are named \"\(name)\""
        case .unusableName(let name):
            name.isEmpty ? "a name is empty" : "the name \"\(name)\" has control characters"
        case .unsayableName(let name, let format):
            "\"\(format.rawValue)\" cannot hold the name \"\(name)\""
        case .lostName(let name, let format, let reason):
            "a frame or an animation named \"\(name)\" is lost with \"\(format.rawValue)\": \(reason); "
                + "rename its picture"
        case .namesBecomeEqual(let name, let other, let format):
            "\"\(format.rawValue)\" cannot tell \"\(name)\" and \"\(other)\" apart"
        case .animationOnSeveralPages(let name, let format):
            "animation \"\(name)\" has frames on several pages, found no page with all of them, "
                + "which \"\(format.rawValue)\" needs"
        case .samePath(let path, let other):
            path == other
                ? "two descriptors are named \"\(path)\""
                : "descriptors \"\(path)\" and \"\(other)\" differ only in case"
        case .contradiction(let fact): fact
        }
    }
}
