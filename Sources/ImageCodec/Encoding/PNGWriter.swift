import CLibraries

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
        bytes += UInt32(data.count).bigEndianBytes
        let start = bytes.count
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: data)
        let sum = unsafe bytes.withUnsafeBytes { all in
            let covered = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
            return unsafe libdeflate_crc32(0, covered.baseAddress, covered.count)
        }
        bytes += sum.bigEndianBytes
    }
}

extension FixedWidthInteger {
    package var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> $0)
        }
    }
}
