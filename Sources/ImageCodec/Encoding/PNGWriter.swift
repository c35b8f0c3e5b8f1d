import CDeflate

package struct PNGWriter {
    package private(set) var bytes: [UInt8] = PNGHeader.signature

    /// `capacity` is the expected size in bytes.
    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Appends a chunk: length, name (four ASCII letters), data, CRC-32.
    package mutating func append(_ name: String, _ data: some Collection<UInt8>) {
        append(Array(name.utf8), data)
    }

    mutating func append(_ kind: PNGChunk.Kind, _ data: some Collection<UInt8>) {
        append(kind.code.bigEndianBytes, data)
    }

    private mutating func append(_ name: [UInt8], _ data: some Collection<UInt8>) {
        appendBigEndian(UInt32(data.count))
        let start = bytes.count
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: data)
        let sum = unsafe bytes.withUnsafeBytes { all in
            let covered = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
            return unsafe libdeflate_crc32(0, covered.baseAddress, covered.count)
        }
        appendBigEndian(sum)
    }

    private mutating func appendBigEndian(_ number: UInt32) {
        for shift in [24, 16, 8, 0] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension UInt32 {
    package var bigEndianBytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
