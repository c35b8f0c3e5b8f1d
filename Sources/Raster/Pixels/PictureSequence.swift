/// Images shown one after the other.
///
/// Guarantees: at least one frame, all of one size, and a speed of 0.01...1000.
package struct PictureSequence: Hashable, Sendable {
    package let frames: [StraightImage]
    package let fps: Double
    package let loops: Bool
    /// Of each frame in milliseconds, 1...60,000; nil for constant `fps`.
    package let durations: [Int]?

    /// Returns nil without frames, for different sizes, for `fps` outside 0.01...1000, or unless
    /// there is one duration in 1...60,000 per frame.
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

    package var size: PixelSize { frames.first?.size ?? .onePixel }

    /// Changes each frame; `transform` must give all the same size.
    package func map(_ transform: (StraightImage) -> StraightImage) -> PictureSequence {
        let frames = frames.map(transform)
        return PictureSequence(frames: frames, fps: fps, loops: loops, durations: durations) ?? self
    }

    /// The start of a frame in seconds; indexes continue over repetitions.
    package func start(ofFrame index: Int) -> Double {
        guard let durations else { return Double(index) / fps }
        let whole = durations.reduce(0, +) * (index / durations.count)
        return Double(whole + durations.prefix(index % durations.count).reduce(0, +)) / 1000
    }

    /// The frame at a time, which continues over repetitions.
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
