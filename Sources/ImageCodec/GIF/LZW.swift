/// GIF's variable-length-code LZW (GIF 89a, appendix F).
///
/// Indexes are below 2^`minimumCodeSize`, which is 2...8. The codes are not split into GIF's
/// blocks.
func lzwCompressed(_ indexes: [UInt8], minimumCodeSize: Int) -> [UInt8] {
    let clear = 1 << minimumCodeSize
    var table = LZWTable(firstFree: clear + 2)
    var out = BitWriter()
    var codeSize = minimumCodeSize + 1
    out.append(clear, bits: codeSize)
    var prefix: Int?
    for index in indexes {
        guard let known = prefix else {
            prefix = Int(index)
            continue
        }
        if let longer = table.code(for: known, index) {
            prefix = longer
            continue
        }
        out.append(known, bits: codeSize)
        prefix = Int(index)
        if table.next < 4096 {
            // The decoder adds this entry one code later, and widens its codes then.
            if table.next == 1 << codeSize { codeSize += 1 }
            table.add(known, index)
        } else {
            out.append(clear, bits: codeSize)
            table.removeAll()
            codeSize = minimumCodeSize + 1
        }
    }
    if let prefix { out.append(prefix, bits: codeSize) }
    // The decoder may have added an entry for the last code.
    if table.next == 1 << codeSize, codeSize < 12 { codeSize += 1 }
    out.append(clear + 1, bits: codeSize)
    return out.finished()
}

/// Maps a known string and one more index to a code: an open hash table.
private struct LZWTable {
    private static let slots = 1 << 13
    private var keys = [Int32](repeating: -1, count: slots)
    private var codes = [Int16](repeating: 0, count: slots)
    private let firstFree: Int
    private(set) var next: Int

    init(firstFree: Int) {
        self.firstFree = firstFree
        next = firstFree
    }

    mutating func removeAll() {
        for slot in keys.indices { keys[slot] = -1 }
        next = firstFree
    }

    func code(for prefix: Int, _ index: UInt8) -> Int? {
        let slot = slot(of: prefix, index)
        return keys[slot] < 0 ? nil : Int(codes[slot])
    }

    mutating func add(_ prefix: Int, _ index: UInt8) {
        let slot = slot(of: prefix, index)
        keys[slot] = Int32(prefix << 8 | Int(index))
        codes[slot] = Int16(next)
        next += 1
    }

    /// The slot of a string, or a free one for it; there are twice as many as codes.
    private func slot(of prefix: Int, _ index: UInt8) -> Int {
        let key = Int32(prefix << 8 | Int(index))
        var slot = Int((UInt32(bitPattern: key) &* 0x9E37_79B1) >> 19)
        while keys[slot] >= 0, keys[slot] != key { slot = (slot + 1) & (Self.slots - 1) }
        return slot
    }
}

/// Packs bits into bytes, lowest first.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count = 0

    mutating func append(_ code: Int, bits: Int) {
        pending |= UInt32(code) << UInt32(count)
        count += bits
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    func finished() -> [UInt8] {
        count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes
    }
}
