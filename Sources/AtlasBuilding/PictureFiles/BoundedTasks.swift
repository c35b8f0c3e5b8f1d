import Raster
import Synchronization

/// Runs `work` for every index in `0..<count`, at most `jobs` at a time; results are by index.
///
/// If fewer than `jobs` remain, each may use several cores for an image (`PictureCores`). Throws
/// `CancellationError` if the surrounding task is canceled, and the first error by index once all
/// work has ended.
package func inParallel<Success: Sendable>(
    _ count: Int,
    jobs: Int,
    _ work: @escaping @Sendable (Int) async throws -> Success
) async throws -> [Success] {
    try await inParallel(count, jobs: jobs) { index, _ in try await work(index) }
}

/// The same; `work` also gets its lane in `0..<jobs`, unique among concurrent calls.
///
/// Work starts in `order`, which lists every index once; results are by index in any case.
package func inParallel<Success: Sendable>(
    _ count: Int,
    jobs: Int,
    order: [Int]? = nil,
    _ work: @escaping @Sendable (_ index: Int, _ lane: Int) async throws -> Success
) async throws -> [Success] {
    typealias Outcome = Result<Success, any Error>
    let cores = PictureCores(jobs, pictures: count)
    return try await PictureCores.$shared.withValue(cores) {
        var results = [Outcome?](repeating: nil, count: count)
        guard jobs > 1, count > 1 else {
            for index in order ?? Array(0..<count) {
                try Task.checkCancellation()
                results[index] = await Outcome(of: { try await work(index, 0) })
                cores.endPicture()
            }
            return try results.compactMap { try $0?.get() }
        }
        let left = WorkQueue(order ?? Array(0..<count))
        // One task per lane: a task for each small unit would cost as much as the work.
        @Sendable func run(_ lane: Int) async throws -> [(Int, Outcome)] {
            var done: [(Int, Outcome)] = []
            while let index = left.first() {
                try Task.checkCancellation()
                done.append((index, await Outcome(of: { try await work(index, lane) })))
                cores.endPicture()
                // Other tasks need a thread too.
                await Task.yield()
            }
            return done
        }
        return try await withThrowingTaskGroup(of: [(Int, Outcome)].self) { group in
            for lane in 0..<min(jobs, count) { group.addTask { try await run(lane) } }
            for try await done in group {
                for (index, result) in done { results[index] = result }
            }
            return try results.compactMap { try $0?.get() }
        }
    }
}

extension Result {
    /// Captures what `body` returns or throws.
    package init(of body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

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
