import Synchronization

/// Work consumed from both ends by concurrent tasks.
final class WorkQueue: Sendable {
    private let left: Mutex<ArraySlice<Int>>

    init(_ work: [Int]) { left = Mutex(work[...]) }

    func first() -> Int? { left.withLock { $0.popFirst() } }
    func last() -> Int? { left.withLock { $0.popLast() } }
    var count: Int { left.withLock { $0.count } }
}

/// A limit for concurrent work that can use spare capacity.
///
/// A lane is a number below the count, returned by its user. Waiting tasks are served in order.
package final class Lanes: Sendable {
    private struct State {
        var free: [Int]
        var waiting: ArraySlice<CheckedContinuation<Int, Never>> = []
    }

    private let state: Mutex<State>

    package init(_ count: Int) {
        state = Mutex(State(free: Array((0..<max(1, count)).reversed())))
    }

    /// Waits for a free lane.
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

    /// A free lane, if no task is waiting for it.
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
