/// GIF's variable-length-code LZW (GIF 89a, appendix F).
///
/// Indexes are below 2^`minimumCodeSize`, which is 2...8. The codes are not split into GIF's
/// blocks.
func lzwCompressed(_ indexes: [UInt8], minimumCodeSize: Int) -> [UInt8] {
    let clear = 1 << minimumCodeSize
    // Of a known string and one more index.
    var table = IndexTable(bits: 13)
    var next = clear + 2
    var out = BitWriter()
    var codeSize = minimumCodeSize + 1
    out.append(clear, bits: codeSize)
    var prefix: Int?
    for index in indexes {
        guard let known = prefix else {
            prefix = Int(index)
            continue
        }
        let code = table.index(of: UInt32(known << 8) | UInt32(index), orAdding: next)
        if code < next {
            prefix = code
            continue
        }
        out.append(known, bits: codeSize)
        prefix = Int(index)
        if next < 4096 {
            // The decoder adds this entry one code later, and widens its codes then.
            if next == 1 << codeSize { codeSize += 1 }
            next += 1
        } else {
            out.append(clear, bits: codeSize)
            table.removeAll()
            next = clear + 2
            codeSize = minimumCodeSize + 1
        }
    }
    if let prefix { out.append(prefix, bits: codeSize) }
    // The decoder may have added an entry for the last code.
    if next == 1 << codeSize, codeSize < 12 { codeSize += 1 }
    out.append(clear + 1, bits: codeSize)
    return out.finished()
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
