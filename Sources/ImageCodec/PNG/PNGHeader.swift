import CLibraries
import Raster

package struct PNGHeader {
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let size: PixelSize
    let bitDepth: UInt8
    let colorType: UInt8
    let isInterlaced: Bool
    /// Whether a CgBI chunk precedes IHDR: a nonstandard file (`standardPNG`).
    let isFromXcode: Bool
    /// The data of the tRNS chunk, as a range of the file.
    private(set) var transparency: Range<Int>?
    /// The data of the PLTE chunk, as a range of the file.
    private(set) var palette: Range<Int>?
    /// The number of frames declared by an acTL chunk; nil without one.
    private(set) var animationFrames: Int?
    private(set) var colorChunks = PNGColorChunks()
    /// The offset of the first IDAT chunk, if present.
    private(set) var firstData: Int?

    /// Reads the chunks up to the first IDAT.
    ///
    /// Checks only what must be known before decoding; libpng reports other damage.
    package init(_ bytes: Span<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        var first = PNGChunk(in: bytes, at: Self.signature.count)
        isFromXcode = first?.kind == .cgbi
        if isFromXcode, let cgbi = first { first = PNGChunk(in: bytes, at: cgbi.end) }
        guard let first else { throw .truncated(.png, reason: "unexpected end of file") }
        guard first.kind == .ihdr, first.data.count == 13 else {
            throw .damaged(.png, reason: "the first chunk is not IHDR")
        }
        guard first.hasRightChecksum(in: bytes) else {
            throw .damaged(.png, reason: "IHDR: CRC error")
        }
        let start = first.data.lowerBound
        // All thirteen bytes exist, as the chunk does.
        let width = bytes.bigEndian32(at: start) ?? 0
        let height = bytes.bigEndian32(at: start + 4) ?? 0
        bitDepth = bytes[start + 8]
        colorType = bytes[start + 9]
        isInterlaced = bytes[start + 12] != 0
        if let complaint = Self.complaint(bytes, at: start + 8) {
            throw .damaged(.png, reason: "IHDR: \(complaint)")
        }
        size = try limits.check(width: width, height: height, in: .png)
        try readChunks(bytes, from: first.end)
    }

    /// Per pixel of the file.
    var channels: Int { PNGLayout.Kind(rawValue: colorType)?.channels ?? 1 }

    /// Without interlacing.
    var rowShape: PNGRowShape {
        PNGRowShape(width: size.width, bitsPerPixel: channels * Int(bitDepth))
    }

    func colors(in bytes: Span<UInt8>) -> FoundColors {
        colorChunks.colors(in: bytes, isGray: colorType == 0 || colorType == 4)
    }

    func info(_ colors: FoundColors) -> ImageInfo {
        colors.describing(
            ImageInfo(
                format: .png,
                hasAlpha: colorType & 4 != 0 || transparency != nil,
                bitDepth: Int(bitDepth),
                frames: animationFrames ?? 1
            )
        )
    }

    private mutating func readChunks(
        _ bytes: Span<UInt8>,
        from offset: Int
    ) throws(ImageDecodingError) {
        var offset = offset
        while let chunk = PNGChunk(in: bytes, at: offset) {
            switch chunk.kind {
            case .idat:
                firstData = offset
                return
            case .plte:
                palette = chunk.data
            case .trns:
                // libpng tolerates damage to ancillary chunks, but this one affects pixels.
                guard chunk.hasRightChecksum(in: bytes) else {
                    throw .damaged(.png, reason: "tRNS: CRC error")
                }
                if colorType & 4 == 0, !chunk.data.isEmpty { transparency = chunk.data }
            case .actl:
                if chunk.data.count == 8,
                    let count = bytes.bigEndian32(at: chunk.data.lowerBound), count > 0
                {
                    animationFrames = Int(count)
                }
            default:
                // Like libpng, skips ancillary chunks with a wrong checksum.
                if chunk.kind.isOfColor, chunk.hasRightChecksum(in: bytes) {
                    colorChunks.take(chunk)
                }
            }
            offset = chunk.end
        }
    }

    /// What is wrong with the last five bytes of an IHDR (PNG specification, 11.2.2), or nil.
    private static func complaint(_ bytes: Span<UInt8>, at start: Int) -> String? {
        let depths: [UInt8: [UInt8]] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        let (depth, colorType) = (bytes[start], bytes[start + 1])
        guard let allowed = depths[colorType] else {
            return "found color type \(colorType), expected 0, 2, 3, 4 or 6"
        }
        guard allowed.contains(depth) else {
            let list = allowed.map(String.init).joined(separator: ", ")
            return "found bit depth \(depth) for color type \(colorType), expected one of \(list)"
        }
        let methods = [("compression", 0), ("filter", 0), ("interlace", 1)] as [(String, UInt8)]
        for (i, (name, largest)) in methods.enumerated() where bytes[start + 2 + i] > largest {
            let range = largest == 0 ? "0" : "0 or 1"
            return "found \(name) method \(bytes[start + 2 + i]), expected \(range)"
        }
        return nil
    }
}

/// A chunk of a PNG, as ranges of the file; exists only if it is completely inside the file.
struct PNGChunk {
    /// A chunk's name, as the big-endian number of its four letters.
    struct Kind: Hashable {
        let code: UInt32

        static let ihdr = Kind(code: 0x4948_4452)
        static let plte = Kind(code: 0x504C_5445)
        static let idat = Kind(code: 0x4944_4154)
        static let iend = Kind(code: 0x4945_4E44)
        static let trns = Kind(code: 0x7452_4E53)
        static let actl = Kind(code: 0x6163_544C)
        static let cicp = Kind(code: 0x6349_4350)
        static let iccp = Kind(code: 0x6943_4350)
        static let srgb = Kind(code: 0x7352_4742)
        static let gama = Kind(code: 0x6741_4D41)
        static let chrm = Kind(code: 0x6348_524D)
        static let fctl = Kind(code: 0x6663_544C)
        static let fdat = Kind(code: 0x6664_4154)
        static let cgbi = Kind(code: 0x4367_4249)

        var isOfColor: Bool { [.cicp, .iccp, .srgb, .gama, .chrm].contains(self) }

        /// Lower case in the first letter means that decoders may skip the chunk.
        var isAncillary: Bool { code & 0x2000_0000 != 0 }

        /// Whether all four bytes are ASCII letters, as required.
        var isOfLetters: Bool {
            code.bigEndianBytes.allSatisfy { (65...90).contains($0 & 0xDF) }
        }
    }

    let kind: Kind
    let data: Range<Int>

    var end: Int { data.upperBound + 4 }

    init?(in bytes: Span<UInt8>, at offset: Int) {
        guard let length = bytes.bigEndian32(at: offset),
            let code = bytes.bigEndian32(at: offset + 4),
            length <= UInt32(Int32.max), Int(length) <= bytes.count - offset - 12
        else { return nil }
        kind = Kind(code: code)
        data = offset + 8..<offset + 8 + Int(length)
    }

    /// Whether the stored CRC-32 matches the kind and the data.
    func hasRightChecksum(in bytes: Span<UInt8>) -> Bool {
        let covered = bytes.extracting(data.lowerBound - 4..<data.upperBound)
        let sum = unsafe covered.withUnsafeBytes { buffer in
            unsafe libdeflate_crc32(0, buffer.baseAddress, buffer.count)
        }
        return bytes.bigEndian32(at: data.upperBound) == sum
    }
}
