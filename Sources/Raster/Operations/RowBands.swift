import Dispatch
import Synchronization

/// The cores shared by concurrent images.
package final class PictureCores: Sendable {
    /// Nil for one core per image.
    ///
    /// Task-local. Results never depend on it.
    @TaskLocal package static var shared: PictureCores?

    /// The minimum band: handing over fewer pixels costs more than processing them.
    ///
    /// Task-local, so that a test can split small images.
    @TaskLocal package static var leastPixels = 32_768
    /// Several bands per core balance the load.
    private static let bandsPerCore = 4

    private let cores: Int
    private let left: Atomic<Int>

    package init(_ cores: Int, pictures: Int) {
        self.cores = cores
        left = Atomic(pictures)
    }

    /// Gives the cores of one image to the others.
    package func endPicture() { left.subtract(1, ordering: .relaxed) }

    /// The number of cores for one image, so that none waits.
    private var count: Int { cores / max(1, left.load(ordering: .relaxed)) }

    /// The number of bands for some rows; 1 keeps them on the caller's thread.
    static func bands(of rows: Int, pixels: Int) -> Int {
        // Reference forms are compared with banded results.
        guard let count = shared?.count, count > 1, !KernelChoice.usesReference else { return 1 }
        return max(1, min(count * bandsPerCore, pixels / leastPixels, rows))
    }

    /// Calls `body` with every index in parallel; the results are in order.
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
                    // Task-local values are unknown on other threads.
                    KernelChoice.$usesWideVectors.withValue(usesWideVectors) {
                        $shared.withValue(nil) { work() }
                    }
                }
                filled = count
            }
        }
    }
}

/// Calls `body` with bands of an image's rows in parallel (`PictureCores`), and returns its results
/// from the top.
///
/// Bands depend on the number of cores, so a row's result may depend only on the row. `body` may
/// write only its own rows.
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

/// Calls `body` for `count` parts of `pixels` pixels each in parallel, and returns its results in
/// order.
package func inParts<Result>(
    _ count: Int,
    pixels: Int,
    _ body: (_ index: Int) -> Result
) -> [Result] {
    if PictureCores.bands(of: count, pixels: count * pixels) == 1 { return (0..<count).map(body) }
    return PictureCores.results(count, body)
}
