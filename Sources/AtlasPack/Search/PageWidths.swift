enum PageWidths {
    /// Strips waste little but are awkward; without a limit the search stays within this aspect, as
    /// long as the cells fit.
    private static let usualAspect = 4.0

    /// At most `count` widths, the ones close to a square first.
    static func candidates(for kinds: CellKinds, rules: PageRules, count: Int) -> [Int] {
        let narrowest = kinds.kinds.reduce(1) { max($0, $1.shortestBase) }
        let lowest = max(
            narrowest,
            (kinds.totalArea + rules.largest.height - 1) / rules.largest.height
        )
        guard lowest <= rules.largest.width else { return [] }
        // Aspect a means width = sqrt(a * area) at most, and at least sqrt(area / a).
        let aspect = min(rules.options.aspectLimit ?? usualAspect, 64)
        let squarest = integerSquareRoot(kinds.totalArea)
        let slimmest = integerSquareRoot(Int(Double(kinds.totalArea) / aspect))
        let flattest = integerSquareRoot(Int(Double(kinds.totalArea) * aspect)) + 1
        let from = min(max(lowest, slimmest), rules.largest.width)
        let to = min(max(from, flattest), rules.largest.width)
        let widest = kinds.kinds.reduce(to) { min(max($0, $1.size.width), rules.largest.width) }

        var widths: [Int] = []
        for width in from...widest {
            let page = rules.page(covering: BinSize(width: width, height: 1))
            let rounded = rules.bin(ofPage: page).width
            if rounded != widths.last { widths.append(rounded) }
        }
        if widths.count > count {
            let last = widths.count - 1
            widths = (0..<count).map { widths[$0 * last / max(count - 1, 1)] }
        }
        return widths.sorted { (abs($0 - squarest), $0) < (abs($1 - squarest), $1) }
    }

    /// Rounded down, by Newton's method.
    private static func integerSquareRoot(_ value: Int) -> Int {
        guard value > 1 else { return max(value, 0) }
        var root = value
        var next = value / 2 + 1
        while next < root {
            root = next
            next = (root + value / root) / 2
        }
        return root
    }
}
