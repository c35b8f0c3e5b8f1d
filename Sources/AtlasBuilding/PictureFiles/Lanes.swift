import Synchronization

/// How many things are done at once, for work that may spread over what is free.
///
/// A lane is a number below the count, which whoever has it hands back. Those who wait come first,
/// in the order in which they came.
package final class Lanes: Sendable {
    private struct State {
        var free: [Int]
        var waiting: ArraySlice<CheckedContinuation<Int, Never>> = []
    }

    private let state: Mutex<State>

    /// - Parameter count: how many; one where that is less.
    package init(_ count: Int) {
        state = Mutex(State(free: Array((0..<max(1, count)).reversed())))
    }

    /// A lane, as soon as one is free.
    package func next() async -> Int {
        await withCheckedContinuation { turn in
            let lane = state.withLock { state in
                let lane = state.free.popLast()
                if lane == nil { state.waiting.append(turn) }
                return lane
            }
            if let lane { turn.resume(returning: lane) }
        }
    }

    /// A lane that nobody has or waits for; nil without one.
    package func spare() -> Int? { state.withLock { $0.free.popLast() } }

    package func giveBack(_ lane: Int) {
        let turn = state.withLock { state in
            let turn = state.waiting.popFirst()
            if turn == nil { state.free.append(lane) }
            return turn
        }
        turn?.resume(returning: lane)
    }
}
