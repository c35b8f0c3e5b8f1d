import Dispatch
import Synchronization

/// The cores that pictures share, and how many of them each may take.
package final class PictureCores: Sendable {
    /// Nil where each picture has one core.
    ///
    /// Local to a task. Results never depend on it.
    @TaskLocal package static var shared: PictureCores?

    /// Bands of fewer pixels take less time than it takes to hand them over.
    ///
    /// Local to a task, so that a test may have bands of small pictures.
    @TaskLocal package static var leastPixels = 32_768
    /// Bands for each core, as some have more to do than others.
    private static let bandsPerCore = 4

    private let cores: Int
    private let left: Atomic<Int>

    /// - Parameters:
    ///   - cores: how many there are.
    ///   - pictures: how many share them.
    package init(_ cores: Int, pictures: Int) {
        self.cores = cores
        left = Atomic(pictures)
    }

    /// Leaves one picture's cores to the others.
    package func endPicture() { left.subtract(1, ordering: .relaxed) }

    /// How many cores one picture may take, so that none waits for another's.
    private var count: Int { cores / max(1, left.load(ordering: .relaxed)) }

    /// Into how many bands rows are parted; one where they stay with whoever asks.
    static func bands(of rows: Int, pixels: Int) -> Int {
        // The reference forms are what bands are compared with.
        guard let count = shared?.count, count > 1, !KernelChoice.usesReference else { return 1 }
        return max(1, min(count * bandsPerCore, pixels / leastPixels, rows))
    }

    /// Calls `body` with every index under `count`, side by side; the results are by index.
    static func results<Result>(_ count: Int, _ body: (_ index: Int) -> Result) -> [Result] {
        let usesWideVectors = KernelChoice.usesWideVectors
        let next = Atomic(0)
        return withoutActuallyEscaping(body) { body in
            unsafe [Result](unsafeUninitializedCapacity: count) { results, filled in
                // Each index comes once, and has a result of its own.
                nonisolated(unsafe) let (body, start) = unsafe (body, results.start)
                @Sendable func work() {
                    while true {
                        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                        if index >= count { return }
                        unsafe (start + index).initialize(to: body(index))
                    }
                }
                let cores = min(count, shared?.count ?? 1)
                DispatchQueue.concurrentPerform(iterations: cores) { _ in
                    // What is local to a task is not known to those who help.
                    KernelChoice.$usesWideVectors.withValue(usesWideVectors) {
                        $shared.withValue(nil) { work() }
                    }
                }
                filled = count
            }
        }
    }
}

/// Calls `body` with bands that hold all rows of a picture, side by side on its cores (`PictureCores`).
///
/// Where bands begin depends on the cores, so what comes of a row may depend on nothing but the row.
///
/// - Parameters:
///   - rows: how many there are.
///   - width: how many pixels a row has.
///   - body: may write what belongs to its rows, and nothing else.
/// - Returns: what `body` gave for each band, from the top.
@usableFromInline
package func inRowBands<Result>(
    _ rows: Int,
    width: Int,
    _ body: (_ rows: Range<Int>) -> Result
) -> [Result] {
    let count = PictureCores.bands(of: rows, pixels: rows * width)
    if count == 1 { return [body(0..<rows)] }
    return PictureCores.results(count) { body($0 * rows / count..<($0 + 1) * rows / count) }
}

/// Calls `body` for parts of some work, side by side on the picture's cores.
///
/// - Parameters:
///   - count: how many there are, whatever the cores.
///   - pixels: how many pixels each of them has.
///   - body: of the index of a part.
/// - Returns: what `body` gave for each part.
package func inParts<Result>(
    _ count: Int,
    pixels: Int,
    _ body: (_ index: Int) -> Result
) -> [Result] {
    if PictureCores.bands(of: count, pixels: count * pixels) == 1 { return (0..<count).map(body) }
    return PictureCores.results(count, body)
}
