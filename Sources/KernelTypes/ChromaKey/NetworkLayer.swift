/// A layer of a network as its kernel reads it; see `EdgeNetwork.Layer` in ChromaKey.
@safe
package struct NetworkLayer {
    package let weights: UnsafePointer<Int16>
    package let biases: UnsafePointer<Int32>
    package let factors: UnsafePointer<Int32>
    /// The length of a row of weights, a multiple of 16.
    package let width: Int
    package let rows: Int
    /// How far sums are shifted right, before and after they are multiplied.
    package let shifts: SIMD2<Int32>

    package init(
        weights: UnsafePointer<Int16>,
        biases: UnsafePointer<Int32>,
        factors: UnsafePointer<Int32>,
        width: Int,
        rows: Int,
        shifts: SIMD2<Int32>
    ) {
        unsafe self.weights = weights
        unsafe self.biases = biases
        unsafe self.factors = factors
        self.width = width
        self.rows = rows
        self.shifts = shifts
    }
}
