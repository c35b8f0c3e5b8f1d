import Diagnostics

/// A picture of an image set, and for which devices it is.
struct ImageSetSlot {
    /// When the system shows a picture.
    enum Appearance: Hashable {
        case any
        case dark
        /// Tinted, high contrast, or several of them together.
        case other
    }

    var file: String
    var density: Int
    var appearance: Appearance
    /// Less is for more devices.
    var rank: (idiom: Int, narrowness: Int)
    /// For whom it is, in words.
    var about: String

    /// The order in which idioms are chosen; those that are not listed come last.
    private static let idioms = ["universal", "iphone", "ipad", "mac", "tv", "watch"]

    /// Members that make an entry one for some devices only.
    private static let narrowing = [
        "language-direction", "display-gamut", "screen-width", "subtype", "width-class",
        "height-class", "memory", "graphics-feature-set",
    ]

    init(_ image: JSONNode, file: String, density: Int) {
        self.file = file
        self.density = density
        let idiom = image.string("idiom") ?? "universal"
        var narrowness = 0
        var words = [idiom, "\(density)x"]
        for member in Self.narrowing {
            guard let value = image.string(member) else { continue }
            words.append("\(member) \(value)")
            // Screens of sRGB and texts from left to right are what all devices have.
            narrowness += ["sRGB", "left-to-right"].contains(value) ? 1 : 100
        }
        (appearance, words) = Self.appearance(of: image, words)
        rank = (Self.idioms.firstIndex(of: idiom) ?? Self.idioms.count, narrowness)
        about = words.joined(separator: ", ")
    }

    private static func appearance(
        of image: JSONNode,
        _ words: [String]
    ) -> (Appearance, [String]) {
        guard let node = image.member("appearances") else { return (.any, words) }
        guard case .array(let appearances) = node.value else { return (.other, words) }
        let values = appearances.map { $0.string("value") ?? "" }
        if values.isEmpty { return (.any, words) }
        let isDark =
            values == ["dark"] && appearances[0].string("appearance") == "luminosity"
        return (isDark ? .dark : .other, words + values)
    }
}

extension [ImageSetSlot] {
    /// One file for each density, that for most devices; of equal ones the first.
    func chosen(in appearance: ImageSetSlot.Appearance) -> [Asset.File] {
        var chosen: [Int: ImageSetSlot] = [:]
        for slot in self where slot.appearance == appearance {
            if let earlier = chosen[slot.density], earlier.rank <= slot.rank { continue }
            chosen[slot.density] = slot
        }
        // A picture in several slots is one picture, as dense as the lowest of them says.
        var kept: Set<PathBytes> = []
        return chosen.sorted { $0.key < $1.key }.compactMap { density, slot in
            guard kept.insert(PathBytes(slot.file)).inserted else { return nil }
            return Asset.File(path: slot.file, density: density)
        }
    }
}
