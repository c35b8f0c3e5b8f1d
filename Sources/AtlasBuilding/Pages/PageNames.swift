package import Catalog
package import FileStore
import ImageCodec
package import Raster

/// What the files of an atlas's pages are called.
package struct PageNames: Sendable {
    /// Of the files that each page becomes; the first is the page's own.
    package let encoders: [PageEncoder]
    private let name: String
    private let marksScaleOne: Bool
    let pixels: PagePixels
    /// By the name without it, where names have a digest.
    private var hashed: [String: String] = [:]

    /// `marksScaleOne` makes `game-0@1x.png` of `game-0.png`, and `name` may have folders.
    package init(
        _ name: String,
        marksScaleOne: Bool,
        pixels: PagePixels,
        encoders: [PageEncoder]
    ) {
        self.name = name
        self.marksScaleOne = marksScaleOne
        self.pixels = pixels
        // Raw words have one form.
        self.encoders = pixels.words == nil ? encoders : [.png]
    }

    /// `@2x`; nothing at scale 1 unless that is marked.
    package func suffix(ofScale scale: Int) -> String {
        scale == 1 && !marksScaleOne ? "" : "@\(scale)x"
    }

    /// The name without a digest and the extension.
    package func stem(_ page: Int, scale: Int) -> String {
        "\(name)-\(page)\(suffix(ofScale: scale))"
    }

    /// The page's own file unless an encoder or a side sheet is given.
    package func path(
        _ page: Int,
        scale: Int,
        side: SideSheet? = nil,
        as encoder: PageEncoder? = nil
    ) -> String {
        let stem = stem(page, scale: scale)
        let path =
            side?.file(besides: stem + ".png")
            ?? "\(stem).\(pixels.words?.rawValue ?? (encoder ?? encoders[0]).encoding.rawValue)"
        return hashed[path] ?? path
    }

    /// All files of a page; side sheets are PNGs.
    package func files(of page: Int, in layout: AtlasLayout) -> [PageDrawing] {
        layout.list.settings.scales.flatMap { scale in
            encoders.map { PageDrawing(layout, page: page, scale: scale, encoder: $0) }
                + layout.list.sides.map { PageDrawing(layout, page: page, scale: scale, side: $0) }
        }
    }

    /// Puts the first 8 digits of a file's digest into its name, which is returned.
    package mutating func hash(_ path: String, _ digest: Digest) -> String {
        let stem = withoutExtension(path)
        let named = "\(stem)-\(digest.text.prefix(8))\(path.dropFirst(stem.count))"
        hashed[path] = named
        return named
    }
}

extension PagePixels {
    /// Nil for pixels that are encoded.
    package var words: WordFormat? { WordFormat(rawValue: rawValue) }
}

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
