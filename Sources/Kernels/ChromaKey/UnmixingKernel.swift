package import KernelTypes

/// Two-color unmixing: explains edge pixels as mixtures of the screen and a foreground color
/// nearby, eight at a time.
///
/// Contract and reference form, one pixel at a time and with the rarer fallbacks, are
/// `TwoColorUnmixing` in ChromaKey, which uses the standard library's generic vectors, and must not
/// be compiled twice. Operations and numbers are the same, and explained there.
package enum UnmixingKernel {
    /// The size of a batch's memory, in numbers.
    package static let size =
        UnmixingPlane.count * UnmixingPlane.capacity + SearchRow.count * 8
        + MemoryLayout<Cursor>.stride * 2

    /// Explains the pixels at `places` (column, row) at a cost below `greatestCost`.
    ///
    /// `planes` has `size` numbers (`UnmixingPlane`), and `words` `UnmixingPlane.capacity` pixels,
    /// which get color and alpha as bytes.
    package static func vector(
        _ places: UnsafeBufferPointer<SIMD2<Int32>>,
        in field: SampleField,
        _ limits: UnmixingLimits,
        below greatestCost: Float,
        _ planes: UnsafeMutablePointer<Float>,
        words: UnsafeMutablePointer<UInt32>
    ) {
        let count = places.count
        for index in 0..<count {
            let place = unsafe places[index]
            unsafe words[index] = field.picture[Int(place.y) &* field.width &+ Int(place.x)]
        }
        let batch = unsafe Batch(planes: planes)
        for start in Swift.stride(from: 0, to: count, by: 8) {
            unsafe prepare(
                UnsafeRawPointer(words + start).loadUnaligned(as: Words.self),
                batch,
                start
            )
        }
        unsafe search(places, field, limits, greatestCost, batch, words)
        for start in Swift.stride(from: 0, to: count, by: 8) {
            let bytes = answer(batch, start, limits)
            unsafe UnsafeMutableRawPointer(words + start).storeBytes(of: bytes, as: Words.self)
        }
    }

    @safe
    struct Batch {
        let planes: UnsafeMutablePointer<Float>

        init(planes: UnsafeMutablePointer<Float>) { unsafe self.planes = planes }

        @inline(__always)
        func get(_ plane: Int, _ start: Int) -> Floats {
            unsafe load(planes + (plane &* UnmixingPlane.capacity &+ start))
        }

        @inline(__always)
        func put(_ floats: Floats, _ plane: Int, _ start: Int) {
            unsafe store(floats, planes + (plane &* UnmixingPlane.capacity &+ start))
        }

        @inline(__always)
        func triple(_ plane: Int, _ start: Int) -> Triple {
            Triple(get(plane, start), get(plane &+ 1, start), get(plane &+ 2, start))
        }

        @inline(__always)
        func put(_ triple: Triple, _ plane: Int, _ start: Int) {
            put(triple.x, plane, start)
            put(triple.y, plane &+ 1, start)
            put(triple.z, plane &+ 2, start)
        }

        /// The state of eight searches.
        @inline(__always)
        func lanes(_ start: Int) -> Lanes {
            unsafe Lanes(
                memory: planes + (UnmixingPlane.lanes &* UnmixingPlane.capacity &+ start),
                bytesPerRow: UnmixingPlane.capacity &* 4
            )
        }
    }

    /// The queries of eight pixels: their difference from the screen, and their least alpha.
    @inline(__always)
    private static func prepare(_ pixels: Words, _ batch: Batch, _ start: Int) {
        let pixel = Triple(pixels)
        let screen = batch.triple(UnmixingPlane.screen, start)
        let one = Floats(repeating: 1)
        let red = (pixel.x - screen.x).positive / (255 - screen.x).greatest(one)
        let blue = (pixel.z - screen.z).positive / (255 - screen.z).greatest(one)
        let drop = (screen.y - pixel.y).positive / screen.y.greatest(one)
        let rise = (pixel.y - screen.y).positive / (255 - screen.y).greatest(Floats(repeating: 64))
        let most = red.greatest(blue)
        let own = most.greatest(drop).greatest(rise)
        let vlahos = (drop + most).least(one)
        let screenLuma = screen.luma
        batch.put(pixel, UnmixingPlane.pixel, start)
        let lanes = batch.lanes(start)
        lanes.put(pixel.luma - screenLuma, SearchRow.target)
        lanes.put(screenLuma, SearchRow.screen)
        lanes[SearchRow.least] = own.least(vlahos.greatest(rise))
    }

    /// Color and alpha of eight pixels.
    @inline(__always)
    private static func answer(_ batch: Batch, _ start: Int, _ limits: UnmixingLimits) -> Words {
        let one = Floats(repeating: 1)
        let alpha = batch.get(UnmixingPlane.share, start)
        let screen = batch.triple(UnmixingPlane.screen, start)
        let sample = Triple(batch.lanes(start)[words: SearchRow.color])
        let divisor = alpha.greatest(Floats(repeating: 1e-3))
        let own = screen + (batch.triple(UnmixingPlane.pixel, start) - screen) / divisor
        let change = (own - sample).luma
        let doubt = limits.lumaDoubt / divisor
        let trust = limits.spread / (limits.spread + doubt * doubt)
        let chromaDoubt = limits.chromaDoubt / divisor
        let chromaTrust = limits.spread / (limits.spread + chromaDoubt * chromaDoubt)
        let (luma, blue, red) = (change.x * trust, change.y * chromaTrust, change.z * chromaTrust)
        let color = Triple(
            sample.x + (luma + YCbCr.toRed * red),
            sample.y + (luma + YCbCr.toGreenOfBlue * blue - YCbCr.toGreenOfRed * red),
            sample.z + (luma + YCbCr.toBlue * blue)
        )
        // Almost clear becomes clear, almost opaque becomes opaque.
        let isSolid = (1 - 1.5 / 255 - alpha).isNegative
        let isClear = (alpha - 1.5 / 255).isNegative
        let bytes = (alpha.taken(where: ~isSolid, else: one) * 255).byte
        let pixels = color.x.byte | color.y.byte &<< 8 | color.z.byte &<< 16 | bytes &<< 24
        return pixels & ~isClear
    }
}

extension UnmixingKernel {
    /// The state of eight searches: rows of eight numbers in memory (`SearchRow`), whose lanes are
    /// replaced one by one.
    @safe
    struct Lanes {
        private let memory: UnsafeMutableRawPointer
        private let bytesPerRow: Int

        init(memory: UnsafeMutableRawPointer, bytesPerRow: Int) {
            unsafe self.memory = memory
            self.bytesPerRow = bytesPerRow
        }

        @inline(__always)
        func triple(_ row: Int) -> Triple { Triple(self[row], self[row &+ 1], self[row &+ 2]) }

        @inline(__always)
        func put(_ triple: Triple, _ row: Int) {
            self[row] = triple.x
            self[row &+ 1] = triple.y
            self[row &+ 2] = triple.z
        }

        @inline(__always)
        subscript(row: Int, lane: Int) -> Float {
            get { Float(bitPattern: UInt32(bitPattern: self[whole: row, lane])) }
            nonmutating set { self[whole: row, lane] = Int32(bitPattern: newValue.bitPattern) }
        }

        @inline(__always)
        subscript(whole row: Int, lane: Int) -> Int32 {
            get {
                unsafe memory.load(fromByteOffset: row &* bytesPerRow &+ lane &* 4, as: Int32.self)
            }
            nonmutating set {
                unsafe memory.storeBytes(
                    of: newValue,
                    toByteOffset: row &* bytesPerRow &+ lane &* 4,
                    as: Int32.self
                )
            }
        }

        @inline(__always)
        subscript(row: Int) -> Floats {
            get { unsafe memory.loadUnaligned(fromByteOffset: row &* bytesPerRow, as: Floats.self) }
            nonmutating set {
                unsafe memory.storeBytes(
                    of: newValue,
                    toByteOffset: row &* bytesPerRow,
                    as: Floats.self
                )
            }
        }

        @inline(__always)
        subscript(words row: Int) -> Words {
            get { unsafe unsafeBitCast(self[row], to: Words.self) }
            nonmutating set { self[row] = unsafe unsafeBitCast(newValue, to: Floats.self) }
        }
    }
}
