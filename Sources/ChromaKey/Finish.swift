import Raster

extension StraightImage {
    /// What artists ask for after keying: spill, erosion, feathering, and color under clear pixels.
    ///
    /// `clear` has a bit for each pixel of alpha 0, and is kept so.
    mutating func finish(_ clear: inout BitPlane, settings: KeySettings) {
        if settings.spill > 0 { reduceSpill(clear, by: Float(settings.spill)) }
        if settings.erode > 0 { erode(&clear, by: settings.erode) }
        if settings.feather > 0 { feather(&clear, by: settings.feather) }
        bleed(clear, reach: settings.edge)
    }

    /// Every alpha becomes the least within `radius` columns and rows; outside counts as solid.
    private mutating func erode(_ clear: inout BitPlane, by radius: Int) {
        for isVertical in [false, true] {
            let source = self
            for y in 0..<height {
                for x in 0..<width {
                    var least = source[x, y].a
                    for offset in -radius...radius {
                        let px = min(max(isVertical ? x : x + offset, 0), width - 1)
                        let py = min(max(isVertical ? y + offset : y, 0), height - 1)
                        least = min(least, source[px, py].a)
                    }
                    self[x, y].a = least
                }
            }
        }
        dropColors(&clear)
    }

    /// Softens the silhouette inward: alpha rises from 0 to full over `radius` pixels.
    private mutating func feather(_ clear: inout BitPlane, by radius: Int) {
        var means = pixels.map { Float($0.a) }
        let count = Float(2 * radius + 1)
        for isVertical in [false, true] {
            let source = means
            for y in 0..<height {
                for x in 0..<width {
                    var sum: Float = 0
                    for offset in -radius...radius {
                        let px = min(max(isVertical ? x : x + offset, 0), width - 1)
                        let py = min(max(isVertical ? y + offset : y, 0), height - 1)
                        sum += source[py * width + px]
                    }
                    means[y * width + x] = sum / count
                }
            }
        }
        for y in 0..<height {
            for x in 0..<width {
                let soft = byte(2 * means[y * width + x] - 255)
                self[x, y].a = min(self[x, y].a, soft)
            }
        }
        dropColors(&clear)
    }

    private mutating func dropColors(_ clear: inout BitPlane) {
        for y in 0..<height {
            for x in 0..<width where self[x, y].a == 0 {
                self[x, y] = .clear
                clear[x, y] = true
            }
        }
    }

    /// Takes from rim pixels what they have more of the screen's hue than the art farther in.
    ///
    /// The rim is 8 pixels wide. Layer by layer outward each pixel learns the excess of green that
    /// its inner neighbors of like luma have; `amount` (0...1) of what it has beyond that goes.
    private mutating func reduceSpill(_ clear: BitPlane, by amount: Float) {
        func excess(_ p: StraightPixel) -> Float { Float(p.g) - Float(max(p.r, p.b)) }
        func luma(_ p: StraightPixel) -> Float { EdgeSolver.luma(EdgeSolver.color(p)).x }
        let source = self
        let visible = clear.inverted()
        var wanted = source.pixels.map(excess)
        var inner = visible.eroded(8)
        for depth in (0..<8).reversed() {
            let next = depth == 0 ? visible : visible.eroded(depth)
            next.subtracting(inner).visit { x, y in
                let own = source[x, y]
                var sum: Float = 0
                var count: Float = 0
                for py in y - 1...y + 1 {
                    for px in x - 1...x + 1 where inner[px, py] {
                        guard abs(luma(source[px, py]) - luma(own)) < 60 else { continue }
                        sum += wanted[py * width + px]
                        count += 1
                    }
                }
                guard count > 0 else { return }
                wanted[y * width + x] = sum / count
                let surplus = excess(own) - sum / count
                // A jump is another color, not light.
                guard surplus > 0, surplus < 70 else { return }
                let change = surplus * amount * min(1, Float(8 - depth) / 3) / 2
                self[x, y] = StraightPixel(
                    r: byte(Float(own.r) + change),
                    g: byte(Float(own.g) - change),
                    b: byte(Float(own.b) + change),
                    a: own.a
                )
            }
            inner = next
        }
    }
}
