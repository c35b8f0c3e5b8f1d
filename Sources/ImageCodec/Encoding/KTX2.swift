import CCodec
import Raster

/// Encodes an image in sRGB as a KTX2 texture of one level.
///
/// `image` is straight, or has colors multiplied by alpha if `isPremultiplied`, which the file says too. See the
/// KTX 2.0 specification and the Khronos Data Format Specification, both of Khronos.
///
/// Throws `ImageEncodingError`.
func encodeKTX2(
    _ image: StraightImage,
    block: TextureBlock,
    zstd: Int,
    isPremultiplied: Bool,
    effort: Effort
) throws(ImageEncodingError) -> [UInt8] {
    let (width, height) = (UInt32(image.width), UInt32(image.height))
    // Of a page that is not compressed and not to be compressed again, `texels` is the only copy.
    let texels =
        switch block {
        case .none:
            unsafe image.withPixels { unsafe Array(UnsafeRawBufferPointer($0)) }
        default:
            try unsafe written(as: .ktx2, image.size) { output, message in
                unsafe image.withPixels { pixels in
                    unsafe kiln_astc_encode(
                        pixels.baseAddress,
                        width,
                        height,
                        UInt32(block.side),
                        effort.ofEncoders,
                        output,
                        message
                    )
                }
            }
        }
    let level =
        zstd == 0
        ? texels
        : try unsafe written(as: .ktx2, image.size) { output, message in
            unsafe kiln_zstd_compress(
                texels,
                texels.count,
                Int32(min(max(zstd, 1), 19)),
                output,
                message
            )
        }
    let header = KTX2Header(
        size: image.size,
        block: block,
        isPremultiplied: isPremultiplied,
        hasZstd: zstd > 0,
        levelCount: level.count
    )
    return header.bytes + level
}

/// The pixels of a texture that `encodeKTX2` wrote; nil if it is damaged or of another size.
func decodeKTX2(_ file: [UInt8], size: PixelSize) -> StraightImage? {
    guard let header = KTX2Header(file, size: size) else { return nil }
    var texels = Array(file[header.levelStart...])
    if header.hasZstd {
        var inflated = [UInt8](repeating: 0, count: header.texelCount)
        let status = unsafe kiln_zstd_decompress(
            texels,
            texels.count,
            &inflated,
            inflated.count
        )
        guard status == KILN_OK else { return nil }
        texels = inflated
    }
    var status = KILN_OK
    let image = unsafe StraightImage(size: size) { pixels in
        if header.block == .none {
            unsafe UnsafeMutableRawBufferPointer(pixels).copyBytes(from: texels)
        } else {
            status = unsafe kiln_astc_decode(
                texels,
                texels.count,
                UInt32(size.width),
                UInt32(size.height),
                UInt32(header.block.side),
                pixels.baseAddress
            )
        }
    }
    return status == KILN_OK ? image : nil
}

/// All of a KTX2 file before its only level.
struct KTX2Header {
    let size: PixelSize
    let block: TextureBlock
    let isPremultiplied: Bool
    let hasZstd: Bool
    /// In the file, in bytes.
    var levelCount = 0

    private static let identifier: [UInt8] = [
        0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A,
    ]
    /// Of the header, its index, and the index of one level.
    private static let descriptorStart = 104

    /// The level before Zstandard, in bytes.
    var texelCount: Int {
        guard block != .none else { return size.area * 4 }
        let columns = (size.width + block.side - 1) / block.side
        let rows = (size.height + block.side - 1) / block.side
        return columns * rows * 16
    }

    /// VK_FORMAT_R8G8B8A8_SRGB, and VK_FORMAT_ASTC_4x4_SRGB_BLOCK and the like.
    private var format: Int {
        switch block {
        case .none: 43
        case .astc4x4: 158
        case .astc5x5: 162
        case .astc6x6: 166
        case .astc8x8: 172
        }
    }

    /// A basic data format descriptor: KHR_DF_MODEL_RGBSDA, or ASTC, with the primaries of BT.709 and
    /// the transfer function of sRGB.
    private var descriptor: [UInt8] {
        let samples: [[UInt8]] =
            block == .none
            ? [0, 1, 2, 0x1F].enumerated().map { index, channel in
                // 0x1F is the alpha, which is linear.
                [UInt8(index * 8), 0, 7, channel, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0]
            }
            : [[0, 0, 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255]]
        let side = UInt8(block.side - 1)
        let count = 24 + samples.count * 16
        return word(count + 4) + word(0) + [2, 0, UInt8(count), 0]
            + [block == .none ? 1 : 162, 1, 2, isPremultiplied ? 1 : 0]
            + [side, side, 0, 0, block == .none ? 4 : 16, 0, 0, 0, 0, 0, 0, 0]
            + samples.joined()
    }

    /// Rows run down from the top left, as in PNG.
    private var pairs: [UInt8] {
        [("KTXorientation", "rd"), ("KTXwriter", "kiln")].flatMap { key, value in
            let pair = Array(key.utf8) + [0] + Array(value.utf8) + [0]
            return word(pair.count) + pair + [UInt8](repeating: 0, count: (4 - pair.count % 4) % 4)
        }
    }

    /// Levels without Zstandard are at multiples of the bytes of a block, or of a pixel.
    var levelStart: Int {
        let end = Self.descriptorStart + descriptor.count + pairs.count
        let unit = hasZstd ? 1 : block == .none ? 4 : 16
        return (end + unit - 1) / unit * unit
    }

    var bytes: [UInt8] {
        let (descriptor, pairs) = (descriptor, pairs)
        var out = Self.identifier
        for number in [
            format, 1, size.width, size.height, 0, 0, 1, 1, hasZstd ? 2 : 0,
            Self.descriptorStart, descriptor.count,
            Self.descriptorStart + descriptor.count, pairs.count,
        ] {
            out += word(number)
        }
        for number in [0, 0, levelStart, levelCount, texelCount] { out += long(number) }
        out += descriptor + pairs
        return out + [UInt8](repeating: 0, count: levelStart - out.count)
    }
}

extension KTX2Header {
    /// Of a file that was written here; nil for any other.
    init?(_ file: [UInt8], size: PixelSize) {
        for block in TextureBlock.allCases {
            for (isPremultiplied, hasZstd) in [
                (false, false), (false, true), (true, false), (true, true),
            ] {
                var header = KTX2Header(
                    size: size,
                    block: block,
                    isPremultiplied: isPremultiplied,
                    hasZstd: hasZstd
                )
                header.levelCount = file.count - header.levelStart
                guard header.levelCount > 0, hasZstd || header.levelCount == header.texelCount,
                    file.starts(with: header.bytes)
                else { continue }
                self = header
                return
            }
        }
        return nil
    }
}

/// Little-endian.
private func word(_ number: Int) -> [UInt8] { Array(long(number).prefix(4)) }

private func long(_ number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
