/// Runs `work` for every index in `0..<count`, at most `jobs` at a time.
///
/// Results come by index, whatever order the work ended in.
///
/// - Throws: `CancellationError` when the surrounding task was cancelled.
func inParallel<Result: Sendable>(
    _ count: Int,
    jobs: Int,
    _ work: @escaping @Sendable (Int) -> Result
) async throws -> [Result] {
    guard jobs > 1, count > 1 else {
        return try (0..<count).map { index in
            try Task.checkCancellation()
            return work(index)
        }
    }
    return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        var results = [Result?](repeating: nil, count: count)
        var next = 0
        func start() {
            guard next < count else { return }
            let index = next
            next += 1
            group.addTask {
                try Task.checkCancellation()
                return (index, work(index))
            }
        }
        for _ in 0..<min(jobs, count) { start() }
        while let (index, result) = try await group.next() {
            results[index] = result
            start()
        }
        return results.compactMap { $0 }
    }
}
