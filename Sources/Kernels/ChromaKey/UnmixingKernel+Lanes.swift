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
