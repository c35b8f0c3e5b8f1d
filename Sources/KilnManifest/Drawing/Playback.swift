/// An animation on its way: which of its steps is shown when.
///
/// A plain value without a clock of its own. A game keeps the time at which it began, and asks:
///
///     let wave = try manifest.playback(of: look, animation: "wave", mode: .once)
///     let moment = wave.moment(at: now - began)
///     let steps = try manifest.drawList(for: look, animation: "wave", frame: moment.frame)
///     // and draw again after `moment.untilChange` seconds
///
/// Any time and any speed has an answer: before its start an animation shows its first step, and times
/// that are none count as the start.
public struct Playback: Hashable, Sendable {
    /// What happens at an animation's end.
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// It begins again.
        case loop
        /// It stays at its last step.
        case once
        /// It goes back to its start and forth again; where it turns, a step is shown once.
        ///
        /// Of 0 1 2 that makes 0 1 2 1. An animation that the catalog gives the direction `pingpong`
        /// has these steps already: `loop` it.
        case pingPong
    }

    /// What an animation shows at one time.
    public struct Moment: Hashable, Sendable {
        /// The step that is shown, from 0: what `Manifest.drawList` takes as its frame.
        public var frame: Int
        /// Whether it was played to its end, and nothing changes any more; false for what repeats.
        public var isFinished: Bool
        /// Seconds, more than 0, until `frame` or `isFinished` changes; nil when they never do.
        public var untilChange: Double?

        public init(frame: Int, isFinished: Bool, untilChange: Double?) {
            self.frame = frame
            self.isFinished = isFinished
            self.untilChange = untilChange
        }
    }

    /// What is played.
    public var animation: Manifest.Animation
    /// What happens at its end.
    public var mode: Mode
    /// How many times as fast as authored; a negative speed plays from the last step to the first.
    ///
    /// At 0, and at speeds that are none, the first step stands still.
    public var speed: Double

    /// An animation to be played.
    ///
    /// - Parameters:
    ///   - animation: its frames and their durations.
    ///   - mode: what happens at its end; nil goes by the animation's `loop`.
    ///   - speed: how many times as fast as authored.
    public init(of animation: Manifest.Animation, mode: Mode? = nil, speed: Double = 1) {
        self.animation = animation
        self.mode = mode ?? (animation.loop ? .loop : .once)
        self.speed = speed
    }

    /// Seconds from the start to the end, or to where it begins again: there and back for `pingPong`.
    ///
    /// Infinite at speed 0; 0 for an animation whose steps have no duration.
    public var duration: Double {
        let length = length
        return length > 0 ? length / rate : 0
    }

    /// The step that is shown so many seconds after the start: what `Manifest.drawList` takes.
    public func frame(at seconds: Double) -> Int { moment(at: seconds).frame }

    /// Whether it was played to its end.
    public func isFinished(at seconds: Double) -> Bool { moment(at: seconds).isFinished }

    /// What is shown so many seconds after the start, and for how long.
    ///
    /// - Parameter seconds: any number; before the start the first step is shown.
    /// - Returns: the moment. What is less than a microsecond away counts as reached, so a game that
    ///   waits for `untilChange` sees the change.
    /// - Complexity: O(*n*) in the animation's steps where they have durations of their own, else O(1).
    public func moment(at seconds: Double) -> Moment {
        let length = length
        guard length > 0, rate > 0 else {
            return Moment(frame: step(0), isFinished: mode == .once, untilChange: nil)
        }
        let time = seconds.isNaN ? 0 : seconds * rate
        guard time >= 0 else { return before(time) }
        if mode == .once, time >= length - slack {
            return Moment(frame: step(count - 1), isFinished: true, untilChange: nil)
        }
        guard mode == .once || count > 1 else {
            return Moment(frame: step(0), isFinished: false, untilChange: nil)
        }
        return within(time.isFinite ? time.truncatingRemainder(dividingBy: length) : 0, length)
    }
}

extension Manifest.Animation {
    /// How long a step is shown, in seconds; steps are counted around the animation's end.
    ///
    /// 0 where an animation has no frames in a second, or a duration is less than 0.
    public func duration(ofFrame frame: Int) -> Double {
        guard let durations, !durations.isEmpty else {
            // Also 0 for what is no number, and for frames that would last forever.
            return fps > 0 && (1 / fps).isFinite ? 1 / fps : 0
        }
        return max(0, Double(durations[around: frame]) / 1000)
    }

    /// Seconds from the start to the end, or to where it begins again.
    public var duration: Double { Playback(of: self).duration }

    /// Which step is shown so long after the start: what `Manifest.drawList` takes as its frame.
    ///
    /// Before the start the first step is shown; an animation that does not loop stays at its last.
    /// `Playback` also reports when it changes, plays there and back, and at other speeds.
    public func frame(at seconds: Double) -> Int { Playback(of: self).frame(at: seconds) }

    /// Whether all steps are shown equally long.
    var isEven: Bool { durations?.isEmpty ?? true }
}

extension Manifest {
    /// An animation of a look's base, to be played.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - name: of the animation.
    ///   - mode: what happens at its end; nil goes by the animation's `loop`.
    ///   - speed: how many times as fast as authored.
    /// - Returns: the playback; its frames are those of `drawList(for:animation:frame:)`.
    /// - Throws: `.unknownAnimation`, or what `animations(of:)` throws.
    public func playback(
        of look: Look,
        animation name: String,
        mode: Playback.Mode? = nil,
        speed: Double = 1
    ) throws(ManifestError) -> Playback {
        let all = try animations(of: look)
        guard let animation = all[name] else {
            throw .unknownAnimation(name, of: "the look", all.keys.sorted())
        }
        return Playback(of: animation, mode: mode, speed: speed)
    }

    /// An animation of an image, to be played.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - axes: values by axis; an axis that is not named has its default.
    ///   - name: of the animation.
    ///   - mode: what happens at its end; nil goes by the animation's `loop`.
    ///   - speed: how many times as fast as authored.
    /// - Returns: the playback; its frames are those of `drawList(forImage:axes:animation:frame:)`.
    /// - Throws: `.unknownImage` or `.unknownAnimation`.
    public func playback(
        ofImage id: String,
        axes: [String: String] = [:],
        animation name: String,
        mode: Playback.Mode? = nil,
        speed: Double = 1
    ) throws(ManifestError) -> Playback {
        let animation = try art(of: imageShown(id), for: axes).animation(name, image: id)
        return Playback(of: animation, mode: mode, speed: speed)
    }
}

// MARK: - In the animation's own time

extension Playback {
    private var rate: Double { speed.isNaN || speed.isInfinite ? 0 : abs(speed) }

    /// How many steps a pass has.
    private var count: Int {
        let count = animation.frames.count
        return mode == .pingPong && count > 1 ? 2 * count - 2 : count
    }

    /// Seconds of a pass at speed 1; 0 where nothing moves.
    private var length: Double {
        if animation.isEven { return Double(count) * animation.duration(ofFrame: 0) }
        return (0..<count).reduce(0) { $0 + animation.duration(ofFrame: step($1)) }
    }

    /// What is too near to distinguish: sums of durations are not exact.
    private var slack: Double {
        animation.isEven ? min(1e-6, animation.duration(ofFrame: 0) / 4) : 1e-6
    }

    /// The animation's step that is shown at a place of the pass; 0 without any.
    private func step(_ place: Int) -> Int {
        let last = animation.frames.count - 1
        let forward = place <= last ? place : 2 * last - place
        return max(0, speed < 0 ? last - forward : forward)
    }

    private func before(_ time: Double) -> Moment {
        var moment = within(0, length)
        if mode != .once, count == 1 { moment.untilChange = nil }
        moment.untilChange = moment.untilChange.map { $0 - time / rate }.flatMap {
            $0.isFinite ? $0 : nil
        }
        return moment
    }

    /// What is shown at a time of a pass that is `length` seconds long.
    private func within(_ time: Double, _ length: Double) -> Moment {
        let time = time >= length - slack ? 0 : time
        if animation.isEven {
            let duration = animation.duration(ofFrame: 0)
            let place = min(Int((time + slack) / duration), count - 1)
            return moment(place, for: Double(place + 1) * duration - time)
        }
        var end = 0.0
        for place in 0..<count {
            end += animation.duration(ofFrame: step(place))
            if time < end - slack { return moment(place, for: end - time) }
        }
        return moment(count - 1, for: length - time)
    }

    private func moment(_ place: Int, for time: Double) -> Moment {
        let wait = time / rate
        return Moment(
            frame: step(place),
            isFinished: false,
            untilChange: wait.isFinite && wait > 0 ? wait : nil
        )
    }
}
