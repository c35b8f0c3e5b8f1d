package import Diagnostics

/// Frames of a sheet shown one after another.
public struct SheetAnimation: Sendable, CatalogObject {
    public var name = ""
    public var frames: [Int]?
    public var framesPerSecond = 8.0
    public var loops = true
    public var durations: [Int]?
    public var direction = PlayDirection.forward
    public var place = CatalogPlace.none

    public init() {}

    static var members: Members<SheetAnimation> {
        Members("animation", "an animation") {
            Member("frames", \.frames, .frames)
                .about(
                    "Cell numbers from 0: \"0-3\", \"0-3,2,1\" or [0, 1, 2]; all cells unless said."
                )
            Member("fps", \.framesPerSecond, .number(0.1...240), default: 8)
                .about("Frames per second.")
            Member("loop", \.loops, .bool, default: true)
                .about("Whether it begins again at its end.")
            Member(
                "durations",
                \.durations,
                list(of: Shape<Int>.integer(1...60_000), atLeast: 1, atMost: FrameList.limit)
            )
            .about("How long each frame is shown, in milliseconds; in place of \"fps\".")
            Member("direction", \.direction, .choice, default: "forward")
                .about("In which order the frames are shown.")
        }
    }

    /// The cells that are shown of a sheet of `count`, in the order of play.
    package func playedFrames(of count: Int) -> [Int] {
        direction.ordered(frames ?? Array(0..<max(0, count)))
    }

    /// How long each of them is shown, in milliseconds; nil when `framesPerSecond` says it.
    package var playedDurations: [Int]? { durations.map(direction.ordered) }

    /// Frames a second; the mean, where frames have durations.
    package var meanFramesPerSecond: Double {
        guard let durations = playedDurations, !durations.isEmpty else { return framesPerSecond }
        return Double(durations.count) * 1000 / Double(durations.reduce(0, +))
    }
}

extension Check {
    package static let durationCount = Check("duration-count", isFixed: true)
}

/// In which order an animation's frames are shown.
public enum PlayDirection: String, Choice {
    case forward
    case reverse
    case pingpong

    static let about: KeyValuePairs<Self, String> = [
        .forward: "As they are listed.",
        .reverse: "From the last to the first.",
        .pingpong: "Forth and back: of 0 1 2 it makes 0 1 2 1.",
    ]

    /// Values of the listed frames, in the order of play.
    package func ordered<Value>(_ listed: [Value]) -> [Value] {
        switch self {
        case .forward: listed
        case .reverse: listed.reversed()
        case .pingpong: listed + listed.dropFirst().dropLast().reversed()
        }
    }
}

extension Diagnostic {
    /// An animation of `frames` frames has `durations` durations.
    package static func durationCount(
        _ name: String,
        _ durations: Int,
        frames: Int,
        at place: SourceLocation?
    ) -> Diagnostic {
        Diagnostic(
            .durationCount,
            at: place,
            message: "animation \(name) does not have one duration for each frame, "
                + "found \(counted(durations, "duration")), expected \(frames)",
            help: "give one number of milliseconds for each frame"
        )
    }
}

extension Shape<SheetAnimation> {
    /// With as many durations as frames, where it lists its frames.
    static let animation = object.then { animation, node, name, reader in
        guard let durations = animation.durations else { return animation }
        // Numbers that could not be read are counted, too.
        let isWhole = node.member("durations")?.elements.count == durations.count
        if let frames = animation.frames, frames.count != durations.count, isWhole {
            reader.report(
                .durationCount(
                    "\"\(shortened(name, to: 80))\"",
                    durations.count,
                    frames: frames.count,
                    at: animation.place["durations"].location
                )
            )
        }
        if let fps = node.member("fps") {
            reader.report(
                .badValue,
                at: fps.range,
                "\"fps\" is next to \"durations\", which say how long each frame is shown",
                help: "remove one of them"
            )
        }
        return animation
    }
}

package enum FrameList {
    /// An animation has no more frames than this.
    package static let limit = 4096

    /// The numbers; nil when the text is anything else or names more than `limit` frames.
    package static func parse(_ text: String) -> [Int]? {
        var frames: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            // A frame number, or two with all between them.
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(number)
            guard ends.count < 3, let first = ends[0], let last = ends[ends.count - 1],
                abs(first - last) < limit
            else { return nil }
            frames += stride(from: first, through: last, by: first <= last ? 1 : -1)
            guard frames.count <= limit else { return nil }
        }
        return frames
    }

    /// A frame number; spaces around it do no harm.
    private static func number(_ text: Substring) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 1, words[0].utf8.count <= 6,
            words[0].utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        return Int(words[0])
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
        ) { node, _, _ in
            guard let text = node.text else {
                throw Refusal.wrongType(
                    expected: "a list such as [0, 1], or a string such as \"0-3\""
                )
            }
            if let frames = FrameList.parse(text) { return frames }
            throw Refusal.badValue(
                expected: "frame numbers such as \"0-3\" or \"0-3,2,1\", at most \(FrameList.limit)"
            )
        }
    ) { node in node.kind != "an array" }
}
