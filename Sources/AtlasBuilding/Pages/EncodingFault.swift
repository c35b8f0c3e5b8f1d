package import Catalog
import ImageCodec
package import Raster

/// Why pages cannot be encoded as asked for.
package enum EncodingFault: Hashable, Sendable, CustomStringConvertible {
    /// The engines of these formats load none of the encodings.
    case unread([AtlasFormat], [PageEncoding])
    /// No format asked for has pages.
    case noPages
    /// Raw words have one form.
    case words(PagePixels)
    /// This build cannot write it.
    case unavailable(PageEncoding)

    package var description: String {
        switch self {
        case .unread(let formats, let encodings):
            "pages are " + encodings.map(\.displayName).joined(separator: " or ")
                + ", which the engines of these formats do not load: "
                + formats.map(\.rawValue).joined(separator: ", ")
        case .noPages: "Xcode packs the images of a sprite atlas, so there are no pages to encode"
        case .words(let pixels): "raw words of pixels \(pixels.rawValue) have no other form"
        case .unavailable(let encoding):
            ImageEncodingError.unavailable(encoding).description
        }
    }

    package static func all(_ settings: TargetSettings) -> [EncodingFault] {
        let (encodings, formats) = (settings.encode, settings.formats)
        guard encodings != [.png] else { return [] }
        if !formats.isEmpty, settings.templates.isEmpty,
            !formats.contains(where: \.capabilities.usesPages)
        {
            return [.noPages]
        }
        if settings.pixels.words != nil { return [.words(settings.pixels)] }
        let unread = formats.filter { format in
            format.capabilities.usesPages
                && !encodings.contains(where: format.readableEncodings.contains)
        }
        guard unread.isEmpty else { return [.unread(unread, encodings)] }
        return encodings.filter { !$0.isAvailable }.map { .unavailable($0) }
    }
}
