/// A name that ends in a number, such as `walk_07`.
struct NumberedName {
    var name: String
    var number: Int
    var digits: Int

    /// Splits a name; nil without a number or name, or if the number is too large.
    ///
    /// `isParted`: one of `separators` is required.
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

extension NumberedName {
    /// Splits a frame's name like libGDX's packer: `walk_07` is number 7 of `walk`.
    ///
    /// A name that libGDX could not restore stays whole.
    init?(region frame: String) {
        self.init(frame, separators: "_", isParted: true)
        if name.last?.isWhitespace == true { return nil }
    }
}

extension AtlasDescription.Animation {
    /// Finds the animations in numbered frames: `walk_0`, `walk_1` and so on are `walk`.
    ///
    /// The number follows `_`, `-`, a space or nothing, as in file names of one catalog asset.
    /// Single frames are no animation. Animations loop, are sorted by name, and have frames in the
    /// order of their numbers.
    package static func numbered(
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
