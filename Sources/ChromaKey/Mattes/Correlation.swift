/// How two quantities depend on each other: Pearson's correlation coefficient.
struct Correlation: Hashable {
    private(set) var count: Float = 0
    private var sums = SIMD2<Float>()
    private var squares = SIMD2<Float>()
    private var products: Float = 0

    mutating func add(_ one: Float, _ other: Float) {
        let both = SIMD2(one, other)
        count += 1
        sums += both
        squares += both * both
        products += one * other
    }

    /// -1...1; 0 for less than two different pairs.
    var value: Float {
        let spread = squares - sums * sums / max(count, 1)
        guard spread.x > 0, spread.y > 0 else { return 0 }
        return (products - sums.x * sums.y / count) / (spread.x * spread.y).squareRoot()
    }
}
