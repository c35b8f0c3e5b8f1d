/// The steps of a bake, in order.
package enum BakeStage: String, CaseIterable, Sendable {
    /// Read, decode, key, cut and scale the art.
    case render
    /// Find a place for every frame.
    case pack
    /// Draw and encode pages.
    case pages
    /// Put the outputs in place.
    case write
}

/// One piece of work that a bake did.
package struct BakeSpan: Hashable, Sendable {
    package var stage: BakeStage
    /// The asset or page.
    package var name: String
    /// Which of the workers did it, counted from 0.
    package var lane: Int
    /// Of the monitor's clock, in nanoseconds.
    package var start: UInt64
    package var end: UInt64
}

/// Whoever wants to know how a bake gets on.
///
/// Functions are called from several tasks at once. Time comes in here alone, and goes into no
/// output.
package struct BakeMonitor: Sendable {
    /// A clock that only goes forward, in nanoseconds.
    package var now: @Sendable () -> UInt64
    /// A stage begins, with so many pieces of work, or has so many more.
    package var began: @Sendable (BakeStage, Int) -> Void
    package var ended: @Sendable (BakeSpan) -> Void

    package init(
        now: @escaping @Sendable () -> UInt64,
        began: @escaping @Sendable (BakeStage, Int) -> Void,
        ended: @escaping @Sendable (BakeSpan) -> Void
    ) {
        self.now = now
        self.began = began
        self.ended = ended
    }

    /// Tells no one.
    package static let silent = BakeMonitor(now: { 0 }, began: { _, _ in }, ended: { _ in })

    /// Does a piece of work; the time that it waits counts.
    package func measuring<Result, Failure: Error>(
        _ stage: BakeStage,
        _ name: String,
        lane: Int = 0,
        _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let start = now()
        let result = try await work()
        ended(BakeSpan(stage: stage, name: name, lane: lane, start: start, end: now()))
        return result
    }
}
