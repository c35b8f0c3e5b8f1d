/// Pictures to be shown one after the other.
///
/// Guarantees: there is at least one frame, all have one size, and the speed is in 0.01...1000.
package struct PictureSequence: Hashable, Sendable {
    package let frames: [StraightImage]
    /// Frames a second.
    package let fps: Double
    /// True when the first frame follows the last.
    package let loops: Bool

    /// Returns nil when there is no frame, sizes differ, or `fps` is outside 0.01...1000.
    package init?(frames: [StraightImage], fps: Double, loops: Bool = true) {
        guard let first = frames.first, frames.allSatisfy({ $0.size == first.size }),
            (0.01...1000).contains(fps)
        else { return nil }
        self.frames = frames
        self.fps = fps
        self.loops = loops
    }

    /// Of every frame.
    package var size: PixelSize { frames.first?.size ?? .onePixel }

    /// The same sequence with each frame changed by `transform`, which must treat sizes alike.
    package func map(_ transform: (StraightImage) -> StraightImage) -> PictureSequence {
        PictureSequence(frames: frames.map(transform), fps: fps, loops: loops) ?? self
    }
}
