/// A name with a number behind it, such as `walk_07`.
struct NumberedName {
    /// Without the number and what parts them.
    var name: String
    var number: Int
    var digits: Int

    /// Returns nil when there is no number, nothing before it, or too large a one.
    ///
    /// - Parameters:
    ///   - text: the name.
    ///   - separators: one of which may part name and number.
    ///   - isParted: whether one of them has to.
    init?(_ text: String, separators: String, isParted: Bool) {
        let digits = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        guard (1...9).contains(digits), let number = Int(text.suffix(digits)) else { return nil }
        var name = text.dropLast(digits)
        let separator = name.last.map(separators.contains) ?? false
        if separator { name = name.dropLast() }
        guard separator || !isParted, let last = name.last, last != "/" else { return nil }
        self.name = String(name)
        self.number = number
        self.digits = digits
    }
}

extension AtlasDescription.Animation {
    /// The animations that numbered frames make: `walk_0`, `walk_1` and so on are `walk`.
    ///
    /// The number stands behind `_`, `-`, a blank or nothing, as it does in the names of files that
    /// are one asset of a catalog. One frame alone is no animation.
    ///
    /// - Parameters:
    ///   - names: of frames, in any order.
    ///   - framesPerSecond: of all of them.
    /// - Returns: animations that loop, by name, each in the order of the numbers.
    public static func numbered(
        _ names: some Sequence<String>,
        framesPerSecond: Double
    ) -> [AtlasDescription.Animation] {
        let numbered = names.sorted().compactMap { frame in
            NumberedName(frame, separators: "_- ", isParted: false).map { (frame, $0) }
        }
        return Dictionary(grouping: numbered, by: \.1.name)
            .filter { $0.value.count > 1 }
            .map { name, frames in
                AtlasDescription.Animation(
                    name: name,
                    frames: frames.sorted { ($0.1.number, $0.0) < ($1.1.number, $1.0) }.map(\.0),
                    framesPerSecond: framesPerSecond,
                    loops: true
                )
            }
            .sorted { $0.name < $1.name }
    }
}
