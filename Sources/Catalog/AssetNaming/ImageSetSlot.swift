import Diagnostics

struct ImageSetSlot {
    /// When the system shows an image.
    enum Appearance: Hashable {
        case any
        case dark
        /// Tinted, high contrast, or combinations.
        case other
    }

    var file: String
    var density: Int
    var appearance: Appearance
    /// Lower is for more devices.
    var rank: (idiom: Int, narrowness: Int)
    /// Its audience, in words.
    var about: String

    /// The priority of idioms; others come last.
    private static let idioms = ["universal", "iphone", "ipad", "mac", "tv", "watch"]

    /// Members that restrict an entry to some devices.
    private static let narrowing = [
        "language-direction", "display-gamut", "screen-width", "subtype", "width-class",
        "height-class", "memory", "graphics-feature-set",
    ]

    init(_ image: JSONNode, file: String, density: Int) {
        self.file = file
        self.density = density
        let idiom = image.text("idiom") ?? "universal"
        var narrowness = 0
        var words = [idiom, "\(density)x"]
        for member in Self.narrowing {
            guard let value = image.text(member) else { continue }
            words.append("\(member) \(value)")
            // All devices support sRGB and left-to-right text.
            narrowness += ["sRGB", "left-to-right"].contains(value) ? 1 : 100
        }
        let (appearance, values) = Self.appearance(of: image)
        self.appearance = appearance
        rank = (Self.idioms.firstIndex(of: idiom) ?? Self.idioms.count, narrowness)
        about = (words + values).joined(separator: ", ")
    }

    private static func appearance(of image: JSONNode) -> (Appearance, values: [String]) {
        guard let node = image.member("appearances") else { return (.any, []) }
        guard case .array(let appearances) = node.value else { return (.other, []) }
        let values = appearances.map { $0.text("value") ?? "" }
        if values.isEmpty { return (.any, []) }
        let isDark =
            values == ["dark"] && appearances[0].text("appearance") == "luminosity"
        return (isDark ? .dark : .other, values)
    }
}

extension [ImageSetSlot] {
    /// One file per density, the one for most devices; ties go to the first.
    func chosen(in appearance: ImageSetSlot.Appearance) -> [Asset.File] {
        var chosen: [Int: ImageSetSlot] = [:]
        for slot in self where slot.appearance == appearance {
            if let earlier = chosen[slot.density], earlier.rank <= slot.rank { continue }
            chosen[slot.density] = slot
        }
        // An image in several slots has the lowest of their densities.
        var kept: Set<PathBytes> = []
        return chosen.sorted { $0.key < $1.key }.compactMap { density, slot in
            guard kept.insert(PathBytes(slot.file)).inserted else { return nil }
            return Asset.File(path: slot.file, density: density)
        }
    }
}
