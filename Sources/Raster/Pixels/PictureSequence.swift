/// Pictures to be shown one after the other.
///
/// Guarantees: there is at least one frame, all have one size, and the speed is in 0.01...1000.
package struct PictureSequence: Hashable, Sendable {
    package let frames: [StraightImage]
    /// Frames a second.
    package let fps: Double
    /// True when the first frame follows the last.
    package let loops: Bool
    /// How long each frame is shown, in milliseconds, 1...60,000; nil when `fps` says it.
    package let durations: [Int]?

    /// Returns nil when there is no frame, sizes differ, `fps` is outside 0.01...1000, or there is
    /// not one duration in 1...60,000 for each frame.
    package init?(
        frames: [StraightImage],
        fps: Double,
        loops: Bool = true,
        durations: [Int]? = nil
    ) {
        guard let first = frames.first, frames.allSatisfy({ $0.size == first.size }),
            (0.01...1000).contains(fps), durations.map({ $0.count == frames.count }) ?? true,
            durations?.allSatisfy((1...60_000).contains) ?? true
        else { return nil }
        self.durations = durations
        self.frames = frames
        self.fps = fps
        self.loops = loops
    }

    /// Of every frame.
    package var size: PixelSize { frames.first?.size ?? .onePixel }

    /// The same sequence with each frame changed by `transform`, which must treat sizes alike.
    package func map(_ transform: (StraightImage) -> StraightImage) -> PictureSequence {
        let frames = frames.map(transform)
        return PictureSequence(frames: frames, fps: fps, loops: loops, durations: durations) ?? self
    }

    /// Seconds from the start to the moment at which frame `index` is due, which counts on while the
    /// sequence repeats.
    package func start(ofFrame index: Int) -> Double {
        guard let durations else { return Double(index) / fps }
        let whole = durations.reduce(0, +) * (index / durations.count)
        return Double(whole + durations.prefix(index % durations.count).reduce(0, +)) / 1000
    }

    /// The frame that is due so many seconds after the start; counts on while the sequence repeats.
    package func frame(at seconds: Double) -> Int {
        guard let durations else { return Int(seconds * fps) }
        let whole = durations.reduce(0, +)
        var rest = Int(seconds * 1000)
        var index = rest / whole * durations.count
        rest %= whole
        for duration in durations {
            rest -= duration
            if rest < 0 { break }
            index += 1
        }
        return index
    }
}
