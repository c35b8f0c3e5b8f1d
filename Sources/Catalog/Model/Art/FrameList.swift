import Diagnostics

package enum FrameList {
    /// An animation has no more frames than this.
    package static let limit = 4096

    /// The numbers; nil when the text is anything else or names more than `limit` frames.
    package static func parse(_ text: String) -> [Int]? {
        var frames: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(number)
            switch ends.count {
            case 1:
                guard let frame = ends[0] else { return nil }
                frames.append(frame)
            case 2:
                guard let first = ends[0], let last = ends[1], abs(first - last) < limit else {
                    return nil
                }
                frames += stride(from: first, through: last, by: first <= last ? 1 : -1)
            default: return nil
            }
            guard frames.count <= limit else { return nil }
        }
        return frames
    }

    /// A frame number; spaces around it do no harm.
    private static func number(_ text: Substring) -> Int? {
        let digits = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        guard (1...6).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else {
            return nil
        }
        return Int(String(digits))
    }
}

extension Shape<[Int]> {
    static let frames = list(
        of: Shape<Int>.integer(0...999_999),
        atLeast: 1,
        atMost: FrameList.limit
    )
    .or(
        Shape(
            schema: .plain([
                ("type", "string"),
                (
                    "pattern",
                    "^ *[0-9]{1,6} *(- *[0-9]{1,6} *)?(, *[0-9]{1,6} *(- *[0-9]{1,6} *)?)*$"
                ),
            ])
        ) { node, name, reader in
            guard case .string(let text) = node.value else {
                reader.reportWrongType(
                    node,
                    name,
                    expected: "a list such as [0, 1], or a string such as \"0-3\""
                )
                return nil
            }
            if let frames = FrameList.parse(text) { return frames }
            reader.reportBadValue(
                node,
                name,
                expected: "frame numbers such as \"0-3\" or \"0-3,2,1\", at most \(FrameList.limit)"
            )
            return nil
        }
    ) { node in node.kind != "an array" }
}
