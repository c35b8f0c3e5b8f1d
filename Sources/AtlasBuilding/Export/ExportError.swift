package import Catalog

package enum ExportError: Error, Hashable {
    case noWriter(AtlasFormat)
    /// The format's engines would draw the frame incorrectly.
    case rotation(frame: String, found: FrameRotation, format: AtlasFormat)
    case nineSlice(frame: String, format: AtlasFormat)
    /// The format does not support raw words.
    case pixels(String, format: AtlasFormat)
    /// The format does not support premultiplied colors.
    case premultiplied(format: AtlasFormat)
    case duplicateName(String)
    /// A name that is empty or has control characters, which no format supports.
    case unusableName(String)
    /// A name that does not survive a round trip through the format.
    case unsayableName(String, format: AtlasFormat)
    /// A name that the format supports but its engine loses.
    case lostName(String, format: AtlasFormat, reason: String)
    /// Names that the format, or an importer of it, cannot distinguish.
    case namesBecomeEqual(String, String, format: AtlasFormat)
    /// The frames of the animation are on several pages, which the format's engine does not
    /// support.
    case animationOnSeveralPages(String, format: AtlasFormat)
    case samePath(String, String)
    case template(TextFault)
    /// A template that never mentions how sprites are stored.
    case unusedName(String, name: String, template: String)
    case contradiction(String)
}

extension ExportError: CustomStringConvertible {
    package var description: String {
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
            "\"\(format.rawValue)\" has no word for pages of raw \(pixels)"
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
        case .template(let fault): "\(fault.path):\(fault.line): \(fault.message)"
        case .unusedName(let fact, let name, let template):
            "\(fact), but template \"\(template)\" never uses \"\(name)\""
        case .contradiction(let fact): fact
        }
    }

    /// What to do about templates; nil for what depends on how the atlas was asked for.
    package var templateHelp: String? {
        switch self {
        case .samePath:
            "give one of them another name: template x.sprites.lua.mustache writes NAME.sprites.lua"
        case .unusedName(_, let name, _):
            "use {{\(name)}} in the template, or leave out the setting"
        case .template(let fault): fault.help
        default: nil
        }
    }
}
