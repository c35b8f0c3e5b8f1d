internal import Raster

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
        return try await withThrowingTaskGroup(of: (Int, Int, Result).self) { group in
            var results = [Result?](repeating: nil, count: count)
            var next = 0
            func start(in lane: Int) {
                guard next < count else { return }
                let index = order?[next] ?? next
                next += 1
                group.addTask {
                    try Task.checkCancellation()
                    return (index, lane, await work(index, lane))
                }
            }
            for lane in 0..<min(jobs, count) { start(in: lane) }
            while let (index, lane, result) = try await group.next() {
                results[index] = result
                cores.endPicture()
                start(in: lane)
            }
            return results.compactMap { $0 }
        }
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
