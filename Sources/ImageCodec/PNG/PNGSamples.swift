/// Converts samples of a PNG with up to 8 bits.
struct PNGSamples {
    /// For one sample per pixel: the RGBA word of every value.
    ///
    /// Palette indices past the end are opaque black, as in libpng.
    private let table: [UInt32]
    private let bitDepth: Int
    private let hasAlpha: Bool
    /// For RGB: the opaque color that tRNS makes transparent.
    let key: UInt32?

    init(_ bytes: Span<UInt8>, _ header: PNGHeader) {
        bitDepth = Int(header.bitDepth)
        hasAlpha = header.colorType == 4
        let values = header.channels == 1 ? 1 << bitDepth : 0
        var table = [UInt32](repeating: 0xFF00_0000, count: values)
        var key: UInt32?
        switch header.colorType {
        case 0:
            for value in 0..<values {
                table[value] = Self.gray(UInt32(value * 255 / (values - 1)), alpha: 255)
            }
            if let range = header.transparency,
                let level = bytes.bigEndian16(at: range.lowerBound)
            {
                table[Int(level) & (values - 1)] &= 0x00FF_FFFF
            }
        case 2:
            if let range = header.transparency {
                // The low bytes of three 16-bit numbers.
                let at = range.lowerBound
                key =
                    0xFF00_0000 | UInt32(bytes[at + 1]) | UInt32(bytes[at + 3]) << 8
                    | UInt32(bytes[at + 5]) << 16
            }
        case 3:
            let palette = header.palette ?? 0..<0
            for i in 0..<min(values, palette.count / 3) {
                let at = palette.lowerBound + 3 * i
                table[i] |= UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
                table[i] |= UInt32(bytes[at + 2]) << 16
            }
            for (i, at) in (header.transparency ?? 0..<0).enumerated() where i < values {
                table[i] = table[i] & 0x00FF_FFFF | UInt32(bytes[at]) << 24
            }
        default:
            break
        }
        self.table = table
        self.key = key
    }

    @unsafe
    func expand(_ row: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt32>, width: Int) {
        if hasAlpha {
            for x in 0..<width {
                unsafe out[x] = Self.gray(UInt32(row[2 &* x]), alpha: UInt32(row[2 &* x &+ 1]))
            }
            return
        }
        unsafe table.withUnsafeBufferPointer { table in
            guard let table = table.baseAddress else { return }
            if bitDepth == 8 {
                for x in 0..<width { unsafe out[x] = table[Int(row[x])] }
                return
            }
            // The table covers all values of the mask.
            let mask = (1 << bitDepth) - 1
            for x in 0..<width {
                let bit = x &* bitDepth
                let sample = unsafe Int(row[bit >> 3]) >> (8 - bitDepth - (bit & 7))
                unsafe out[x] = table[sample & mask]
            }
        }
    }

    @inline(__always)
    private static func gray(_ level: UInt32, alpha: UInt32) -> UInt32 {
        level | level << 8 | level << 16 | alpha << 24
    }
}
