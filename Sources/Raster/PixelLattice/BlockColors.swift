extension StraightImage {
    /// Reduces each block to one pixel: the color that its inner pixels agree on.
    ///
    /// A quarter is ignored on each side, because borders mix with neighbors. The result is the
    /// medoid, an existing color.
    func blockColors(between lines: PixelLattice.Lines) -> StraightImage {
        let columns = zip(lines.columns, lines.columns.dropFirst()).map {
            samples(from: $0, to: $1)
        }
        let rows = zip(lines.rows, lines.rows.dropFirst()).map { samples(from: $0, to: $1) }
        guard let size = PixelSize(width: columns.count, height: rows.count) else { return self }
        var result = StraightImage(size: size)
        var block: [StraightPixel] = []
        for (y, down) in rows.enumerated() {
            for (x, across) in columns.enumerated() {
                block.removeAll(keepingCapacity: true)
                for row in down {
                    for column in across {
                        let isInside = column >= 0 && column < width && row >= 0 && row < height
                        block.append(isInside ? self[column, row] : .clear)
                    }
                }
                result[x, y] = medoid(of: block)
            }
        }
        return result
    }
}

/// At most seven positions in a block, without a quarter at each end.
private func samples(from start: Int, to end: Int) -> [Int] {
    let length = end - start
    let rim = (length + 1) / 4
    let inner = max(1, length - 2 * rim)
    let count = min(7, inner)
    return (0..<count).map { start + rim + (2 * $0 + 1) * inner / (2 * count) }
}

/// The pixel with the least sum of distances from all others; clear or opaque, unless the whole
/// block is as translucent.
private func medoid(of block: [StraightPixel]) -> StraightPixel {
    let colors = block.map(\.weighted)
    var best = (index: 0, sum: Int32.max)
    for (index, color) in colors.enumerated() {
        var sum: Int32 = 0
        for other in colors {
            let change = color &- other
            sum &+= change.replacing(with: 0 &- change, where: change .< 0).wrappedSum()
        }
        if sum < best.sum { best = (index, sum) }
    }
    var pixel = block[best.index]
    let isGlass =
        (48...208).contains(pixel.a)
        && block.allSatisfy { abs(Int($0.a) - Int(pixel.a)) <= 24 }
    if !isGlass {
        pixel = pixel.a < 128 ? .clear : StraightPixel(r: pixel.r, g: pixel.g, b: pixel.b)
    }
    return pixel
}
