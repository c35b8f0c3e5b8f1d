import Raster

enum FilterStrategy: Hashable {
    case all(PNGFilter)
    /// The filter with the smallest sum of absolute values for each row (the heuristic of the PNG
    /// specification, section 12.8).
    case smallestSum
    case smallestEntropy
}

extension PNGRows {
    /// Filtered rows, each preceded by its filter's number, ready for compression.
    ///
    /// `before` is the row above the first; nil for none.
    func filtered(
        _ strategy: FilterStrategy,
        _ rows: some Collection<Int>,
        after before: Int? = nil
    ) -> [UInt8] {
        let rowBytes = shape.rowBytes
        let total = (rowBytes + 1) * rows.count
        return unsafe [UInt8](unsafeUninitializedCapacity: total) { out, count in
            var target = unsafe out.start
            unsafe visit(rows, after: before) { row, above in
                let filter = unsafe choose(strategy, row, above: above, to: target + 1)
                unsafe target.pointee = filter.rawValue
                unsafe target += rowBytes + 1
            }
            count = total
        }
    }

    private func choose(
        _ strategy: FilterStrategy,
        _ row: UnsafePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>
    ) -> PNGFilter {
        switch strategy {
        case .all(let filter):
            unsafe filterRow(filter, row, above: above, to: target, shape)
            return filter
        case .smallestSum:
            return unsafe chooseLeast(row, above: above, to: target, sumOfMagnitudes)
        case .smallestEntropy:
            return unsafe chooseLeast(row, above: above, to: target, entropy)
        }
    }

    /// Writes the filtered row with the smallest measure; ties go to the simpler filter.
    private func chooseLeast(
        _ row: UnsafePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>,
        _ measure: (_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int
    ) -> PNGFilter {
        var best = (filter: PNGFilter.none, measure: Int.max)
        for filter in PNGFilter.allCases {
            unsafe filterRow(filter, row, above: above, to: target, shape)
            let value = unsafe measure(target, shape.rowBytes)
            if value < best.measure { best = (filter, value) }
        }
        if best.filter != .paeth {
            unsafe filterRow(best.filter, row, above: above, to: target, shape)
        }
        return best.filter
    }
}
