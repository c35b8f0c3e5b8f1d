import Raster

// Refinement: what algebra cannot see. Compression, subsampled chroma and the spill of generated
// screens change colors at edges in ways that no equation of two colors explains; a small network,
// trained on pictures with known truth, corrects what unmixing found there.
//
// In: the image as it came (straight code values, the screen green), the screen, and the keyed
// image. Out: the keyed image with corrected color and alpha at its edges. Pictures without
// subsampled chroma are left alone: there unmixing is nearer to the truth, with noise too.

extension StraightImage {
    /// Corrects the pixels at edges of the matte, up to two behind them, except `settled` ones.
    ///
    /// `original` is the opaque image before keying; `clear` has a bit for each pixel of alpha 0,
    /// `partial` for each that is neither clear nor opaque; both are kept up to date.
    mutating func refineEdges(
        of original: StraightImage,
        over screen: Screen,
        except settled: BitMask,
        _ clear: inout BitMask,
        _ partial: inout BitMask
    ) {
        let edges = (clear | partial).dilated(2) & clear.inverted().dilated(1)
        let changes = corrections(of: edges.subtracting(settled), original, screen)
        apply(changes, &clear, &partial)
    }

    private func corrections(
        of asked: BitMask,
        _ original: StraightImage,
        _ screen: Screen
    ) -> Matting.Step {
        guard let network = EdgeNetwork.shipped else { return [] }
        return inRowBands(height, width: width) { rows in
            var pixels = EdgePixels(
                network: network,
                original: original,
                keyed: self,
                screen: screen,
                batch: EdgeNetwork.Batch(network)
            )
            asked.visit(rows) { x, y in pixels.add(x, y) }
            return pixels.finished()
        }
    }
}

/// Pixels at edges, collected until there are enough for the network.
private struct EdgePixels {
    let network: EdgeNetwork
    let original: StraightImage
    let keyed: StraightImage
    let screen: Screen
    var batch: EdgeNetwork.Batch
    var places: [(x: Int, y: Int)] = []
    var changes: [PlacedPixel] = []

    mutating func add(_ x: Int, _ y: Int) {
        let screen = screen(x, y)
        let behind = RGB(screen)
        let width = network.layers[0].width
        let start = places.count &* width
        unsafe batch.values[0].withUnsafeMutableBufferPointer { values in
            var rest = unsafe values.start + start
            func add(_ first: Int16, _ second: Int16, _ third: Int16) {
                unsafe rest[0] = first
                unsafe rest[1] = second
                unsafe rest[2] = third
                unsafe rest += 3
            }
            original.visit(around: x, y, reach: EdgeNetwork.reach.picture) { pixel in
                add(
                    Int16(pixel.r) &- Int16(behind.r),
                    Int16(pixel.g) &- Int16(behind.g),
                    Int16(pixel.b) &- Int16(behind.b)
                )
            }
            keyed.visit(around: x, y, reach: EdgeNetwork.reach.keyed) { pixel in
                let alpha = UInt32(pixel.a)
                func premultiplied(_ color: UInt8) -> Int16 {
                    Int16(truncatingIfNeeded: (UInt32(color) &* alpha &+ 127) / 255)
                }
                add(premultiplied(pixel.r), premultiplied(pixel.g), premultiplied(pixel.b))
                unsafe rest[0] = Int16(pixel.a)
                unsafe rest += 1
            }
            add(Int16(behind.r), Int16(behind.g), Int16(behind.b))
        }
        places.append((x, y))
        if places.count == EdgeNetwork.batch { correct() }
    }

    mutating func finished() -> [PlacedPixel] {
        if !places.isEmpty { correct() }
        return changes
    }

    private mutating func correct() {
        network.correct(&batch)
        for (index, place) in places.enumerated() {
            let first = index * EdgeNetwork.outputs
            let own = SIMD4<Int32>(
                batch.outputs[first],
                batch.outputs[first + 1],
                batch.outputs[first + 2],
                batch.outputs[first + 3]
            )
            // Less than half a code value changes nothing.
            if all(own .> -8 .& own .< 8) { continue }
            let pixel = keyed[place.x, place.y].corrected(by: own)
            changes.append(PlacedPixel(place.x, place.y, pixel))
        }
        places.removeAll(keepingCapacity: true)
    }
}

extension StraightImage {
    /// Visits a square of pixels, row by row; outside counts as the nearest pixel inside.
    @inline(__always)
    fileprivate func visit(around x: Int, _ y: Int, reach: Int, _ body: (StraightPixel) -> Void) {
        let (right, bottom) = (width &- 1, height &- 1)
        unsafe withPixels { pixels in
            for row in y &- reach...y &+ reach {
                let line = unsafe pixels.start + Swift.min(Swift.max(row, 0), bottom) &* width
                for column in x &- reach...x &+ reach {
                    unsafe body(line[Swift.min(Swift.max(column, 0), right)])
                }
            }
        }
    }
}

extension StraightPixel {
    /// Less alpha than this is clear: no one sees it, but it would widen the trimmed sprite.
    private static let leastAlpha: Int32 = 4

    /// Adds sixteenths of code values: to premultiplied red, green and blue, and to alpha.
    fileprivate func corrected(by corrections: SIMD4<Int32>) -> StraightPixel {
        // Far above any color, so that sums cannot overflow.
        let limits = SIMD4<Int32>(repeating: 1 << 16)
        let corrections = corrections.clamped(lowerBound: 0 &- limits, upperBound: limits)
        let alpha = min(max((Int32(a) * 16 + corrections.w + 8) >> 4, 0), 255)
        if alpha < Self.leastAlpha { return .clear }
        func color(_ own: UInt8, _ correction: Int32) -> UInt8 {
            let premultiplied = (Int32(own) * Int32(a) * 16 + 127) / 255
            let corrected = min(max(premultiplied + correction, 0), alpha * 16)
            return UInt8((corrected * 255 + alpha * 8) / (alpha * 16))
        }
        var pixel = StraightPixel(
            r: color(r, corrections.x),
            g: color(g, corrections.y),
            b: color(b, corrections.z),
            a: UInt8(alpha)
        )
        // Green is seen first: what had none gets none.
        if a > 0, pixel.greenExcess > max(greenExcess, 3) {
            pixel.g = UInt8(min(max(greenExcess, 3) + Int(max(pixel.r, pixel.b)), 255))
        }
        return pixel
    }
}
