extension Collection<Int> where Index == Int {
    /// Of a histogram: the first value up to which there are more than `rank` samples.
    func index(ofRank rank: Int) -> Int? {
        var seen = 0
        return indices.first { value in
            seen += self[value]
            return seen > rank
        }
    }

    /// Of a histogram: the `share` quantile, as the function `quantile` computes it; 0 without
    /// samples.
    func quantile(_ share: Double) -> Float {
        Float(index(ofRank: Int(Double(reduce(0, +) - 1) * share)) ?? 0)
    }
}

/// The `share` quantile, rounded down to an existing value.
func quantile(_ values: [Float], _ share: Double) -> Float {
    if values.isEmpty { return 0 }
    let rank = Int(Double(values.count - 1) * share)
    var values = values
    // Hoare's selection: sorting thousands of samples would take longer than everything else.
    return unsafe values.withUnsafeMutableBufferPointer { values in
        var (first, last) = (0, values.count - 1)
        while first < last {
            let middle = unsafe values[(first + last) / 2]
            var (low, high) = (first, last)
            while low <= high {
                while unsafe values[low] < middle { low += 1 }
                while unsafe values[high] > middle { high -= 1 }
                if low > high { break }
                unsafe values.swapAt(low, high)
                low += 1
                high -= 1
            }
            if rank <= high { last = high } else if rank >= low { first = low } else { break }
        }
        return unsafe values[rank]
    }
}
