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
    /// `Playback` also tells when it changes, plays there and back, and at other speeds.
    public func frame(at seconds: Double) -> Int { Playback(of: self).frame(at: seconds) }

    /// Whether all steps are shown equally long.
    var isEven: Bool { durations?.isEmpty ?? true }
}
