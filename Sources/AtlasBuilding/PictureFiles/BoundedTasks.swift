import Raster
import Synchronization

/// Runs `work` for every index in `0..<count`, at most `jobs` at a time.
///
/// Results come by index, whatever order the work ended in. Where fewer are left than there are jobs, each may take
/// several cores for a picture (`PictureCores`).
///
/// - Throws: `CancellationError` when the surrounding task was cancelled.
package func inParallel<Result: Sendable>(
    _ count: Int,
    jobs: Int,
    _ work: @escaping @Sendable (Int) async -> Result
) async throws -> [Result] {
    try await inParallel(count, jobs: jobs) { index, _ in await work(index) }
}

/// The same; `work` also learns its lane in `0..<jobs`, which no other work has at that time.
///
/// Work is begun in `order`, which names every index once; results are by index in any case.
package func inParallel<Result: Sendable>(
    _ count: Int,
    jobs: Int,
    order: [Int]? = nil,
    _ work: @escaping @Sendable (_ index: Int, _ lane: Int) async -> Result
) async throws -> [Result] {
    let cores = PictureCores(jobs, pictures: count)
    return try await PictureCores.$shared.withValue(cores) {
        guard jobs > 1, count > 1 else {
            var results = [Result?](repeating: nil, count: count)
            for place in 0..<count {
                try Task.checkCancellation()
                let index = order?[place] ?? place
                results[index] = await work(index, 0)
                cores.endPicture()
            }
            return results.compactMap { $0 }
        }
        let places = Places(count)
        // One task a lane: for small work a task of its own costs as much as the work does.
        @Sendable func run(_ lane: Int) async throws -> [(Int, Result)] {
            var done: [(Int, Result)] = []
            while let place = places.take() {
                try Task.checkCancellation()
                let index = order?[place] ?? place
                done.append((index, await work(index, lane)))
                cores.endPicture()
                // Others wait for a thread too.
                await Task.yield()
            }
            return done
        }
        return try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
            for lane in 0..<min(jobs, count) { group.addTask { try await run(lane) } }
            var results = [Result?](repeating: nil, count: count)
            for try await done in group {
                for (index, result) in done { results[index] = result }
            }
            return results.compactMap { $0 }
        }
    }
}

/// Gives each place in a queue to one of those who ask.
private final class Places: Sendable {
    private let count: Int
    private let next = Atomic(0)

    init(_ count: Int) { self.count = count }

    /// Nil when none is left.
    func take() -> Int? {
        let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return place < count ? place : nil
    }
}

extension Result {
    /// What `body` returns or throws, once it has.
    package init(of body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
