extension Manifest.Animation {
    /// How long a step is shown, in seconds; steps are counted around the animation's end.
    public func duration(ofFrame frame: Int) -> Double {
        guard let durations, !durations.isEmpty else { return fps > 0 ? 1 / fps : 0 }
        return Double(durations[around: frame]) / 1000
    }

    /// Which step is shown so long after the start: what `Manifest.drawList` takes as its frame.
    ///
    /// Before the start the first step is shown; an animation that does not loop stays at its last.
    public func frame(at seconds: Double) -> Int {
        guard seconds > 0, seconds.isFinite, !frames.isEmpty else { return 0 }
        guard let durations, !durations.isEmpty else {
            let step = (seconds * fps).rounded(.down)
            guard step < Double(frames.count) else {
                guard loop, step.isFinite else { return frames.count - 1 }
                return Int(step.truncatingRemainder(dividingBy: Double(frames.count)))
            }
            return Int(step)
        }
        let whole = Double(durations.reduce(0, +)) / 1000
        guard loop || seconds < whole else { return frames.count - 1 }
        var rest = seconds.truncatingRemainder(dividingBy: whole)
        for (step, duration) in durations.enumerated() {
            rest -= Double(duration) / 1000
            if rest < 0 { return step }
        }
        return frames.count - 1
    }
}
