import CSystem
package import KernelTypes

/// Applies a layer of a network to several pixels.
///
/// Contract and reference form is `EdgeNetwork.Layer.apply` in ChromaKey.
package enum NetworkKernel {
    /// `pixels` is a multiple of four: a row of weights is read once for four of them.
    package static func apply(
        _ layer: NetworkLayer,
        to inputs: UnsafePointer<Int16>,
        pixels: Int,
        outputs: UnsafeMutablePointer<Int32>
    ) {
        let (rows, width) = (layer.rows, layer.width)
        let count = Int32(truncatingIfNeeded: width)
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4) { four in
            guard let sums = four.baseAddress else { return }
            for row in 0..<rows {
                let weights = unsafe layer.weights + row &* width
                var pixel = 0
                while pixel < pixels {
                    unsafe kiln_products_of_four(weights, inputs + pixel &* width, count, sums)
                    for lane in 0..<4 {
                        unsafe outputs[(pixel &+ lane) &* rows &+ row] = sums[lane]
                    }
                    pixel &+= 4
                }
            }
        }
        let (before, after) = (layer.shifts.x, layer.shifts.y)
        let half = Int32(1) &<< (after &- 1)
        for pixel in 0..<pixels {
            let own = unsafe outputs + pixel &* rows
            for row in 0..<rows {
                let sum = unsafe (own[row] &+ layer.biases[row]) &>> before
                unsafe own[row] = (sum &* layer.factors[row] &+ half) &>> after
            }
        }
    }
}
