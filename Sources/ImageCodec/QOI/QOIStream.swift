package import Raster

// Pixels wait between rendering and drawing, and in the cache, as the stream of the Quite OK Image
// format (qoiformat.org, specification of 2022-01-05) without its header and end mark: about a
// quarter of their size for sprites, several times faster than deflate, and the same bytes for the
// same pixels.

/// The pixels of an image as a QOI stream.
package func qoiStream(_ image: StraightImage) -> [UInt8] {
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: image.size.area * 5) { out, count in
        count = unsafe image.withWords { words in
            unsafe withSeen { seen in
                unsafe out.baseAddress.map { unsafe pack(words, seen, into: $0) } ?? 0
            }
        }
    }
    // Lets go of the room for the worst case; making an array of the whole slice would share it.
    return unsafe [UInt8](unsafeUninitializedCapacity: packed.count) { copy, count in
        count = unsafe copy.update(fromContentsOf: packed)
    }
}

/// The image of a QOI stream; nil when the stream does not fill it exactly.
package func imageOfQOIStream(_ packed: ArraySlice<UInt8>, size: PixelSize) -> StraightImage? {
    struct Damage: Error {}
    // So short a stream is not worth the memory that a wrong size asks for.
    guard size.area <= packed.count * Mark.longestRun else { return nil }
    return try? unsafe StraightImage(size: size) { pixels throws(Damage) in
        let isWhole = unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
            unsafe unpack(packed, size, into: words.start, stride: size.width)
        }
        guard isWhole else { throw Damage() }
    }
}

extension StraightImage {
    /// Replaces the pixels of a rectangle, which lies inside, by those of a QOI stream.
    ///
    /// - Returns: false when the stream does not fill the rectangle exactly, of which a part may have
    ///   been replaced.
    package mutating func copy(fromQOIStream packed: ArraySlice<UInt8>, to rect: PixelRect) -> Bool
    {
        precondition(PixelRect(size).contains(rect), "\(rect) outside of \(size)")
        let width = width
        return unsafe withMutableWords { words in
            let corner = unsafe words.start + (rect.y * width + rect.x)
            return unsafe unpack(packed, rect.size, into: corner, stride: width)
        }
    }
}

/// Unpacks a stream into rows that begin `stride` pixels apart.
///
/// - Returns: false when the stream does not fill them exactly.
private func unpack(
    _ packed: ArraySlice<UInt8>,
    _ size: PixelSize,
    into words: UnsafeMutablePointer<UInt32>,
    stride: Int
) -> Bool {
    unsafe packed.withUnsafeBufferPointer { input in
        unsafe withSeen { seen in
            var reader = unsafe QOIReader(input, seen)
            for y in 0..<size.height {
                let row = unsafe words + y &* stride
                guard unsafe reader.read(size.width, into: row) else { return false }
            }
            return reader.isAtEnd
        }
    }
}

// A pixel is a number here: red in the lowest bits, alpha in the highest.

private enum Mark {
    static let index: UInt8 = 0x00
    static let difference: UInt8 = 0x40
    static let luma: UInt8 = 0x80
    static let run: UInt8 = 0xC0
    static let rgb: UInt8 = 0xFE
    static let rgba: UInt8 = 0xFF
    static let longestRun = 62
}

/// The pixel that a stream begins behind.
private let opaqueBlack: UInt32 = 0xFF00_0000

/// The pixels that were seen, by their slots; none at first.
private func withSeen<Result>(_ body: (UnsafeMutablePointer<UInt32>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { seen in
        unsafe seen.initialize(repeating: 0)
        return unsafe body(seen.start)
    }
}

/// The place of a pixel among those that were seen: (3 r + 5 g + 7 b + 11 a) modulo 64.
@inline(__always)
private func slot(of pixel: UInt32) -> Int {
    // Red and blue in the lower half, green and alpha in the upper one, each with room above it; the
    // product's highest byte is the sum, and no other part of it carries into that.
    let wide = UInt64(pixel & 0x00FF_00FF) | UInt64(pixel & 0xFF00_FF00) &<< 32
    return Int((wide &* 0x0300_0700_0005_000B) &>> 56 & 63)
}

/// How many pixels from `index` on equal the one there.
@inline(__always)
private func runLength(_ words: UnsafeBufferPointer<UInt32>, from index: Int) -> Int {
    let pixel = unsafe words[index]
    let pair = UInt64(pixel) &<< 32 | UInt64(pixel)
    let bytes = UnsafeRawBufferPointer(words)
    var end = index &+ 1
    while end &+ 4 <= words.count {
        let first = unsafe bytes.loadUnaligned(fromByteOffset: end &* 4, as: UInt64.self)
        let second = unsafe bytes.loadUnaligned(fromByteOffset: end &* 4 &+ 8, as: UInt64.self)
        if (first ^ pair) | (second ^ pair) != 0 { break }
        end &+= 4
    }
    while end < words.count, unsafe words[end] == pixel { end &+= 1 }
    return end &- index
}

/// Packs pixels into `out`, which has room for five bytes a pixel, and tells how many bytes it took.
private func pack(
    _ words: UnsafeBufferPointer<UInt32>,
    _ seen: UnsafeMutablePointer<UInt32>,
    into out: UnsafeMutablePointer<UInt8>
) -> Int {
    var last = opaqueBlack
    var count = 0
    var index = 0
    while index < words.count {
        let pixel = unsafe words[index]
        if pixel == last {
            var run = unsafe runLength(words, from: index)
            index &+= run
            while run > 0 {
                let part = min(run, Mark.longestRun)
                unsafe out[count] = Mark.run | UInt8(truncatingIfNeeded: part &- 1)
                count &+= 1
                run &-= part
            }
            continue
        }
        index &+= 1
        let before = last
        last = pixel
        let slot = slot(of: pixel)
        if unsafe seen[slot] == pixel {
            unsafe out[count] = Mark.index | UInt8(truncatingIfNeeded: slot)
            count &+= 1
            continue
        }
        unsafe seen[slot] = pixel
        let rest = unsafe UnsafeMutableRawPointer(out + (count &+ 1))
        if (pixel ^ before) &>> 24 != 0 {
            unsafe out[count] = Mark.rgba
            unsafe rest.storeBytes(of: pixel.littleEndian, as: UInt32.self)
            count &+= 5
            continue
        }
        let r = UInt8(truncatingIfNeeded: pixel &- before)
        let g = UInt8(truncatingIfNeeded: pixel &>> 8) &- UInt8(truncatingIfNeeded: before &>> 8)
        let b = UInt8(truncatingIfNeeded: pixel &>> 16) &- UInt8(truncatingIfNeeded: before &>> 16)
        let (overRed, overBlue) = (r &- g &+ 8, b &- g &+ 8)
        if r &+ 2 < 4, g &+ 2 < 4, b &+ 2 < 4 {
            unsafe out[count] = Mark.difference | (r &+ 2) &<< 4 | (g &+ 2) &<< 2 | (b &+ 2)
            count &+= 1
        } else if g &+ 32 < 64, overRed < 16, overBlue < 16 {
            unsafe out[count] = Mark.luma | (g &+ 32)
            unsafe out[count &+ 1] = overRed &<< 4 | overBlue
            count &+= 2
        } else {
            unsafe out[count] = Mark.rgb
            // Alpha too, where the next mark goes.
            unsafe rest.storeBytes(of: pixel.littleEndian, as: UInt32.self)
            count &+= 4
        }
    }
    return count
}

/// Unpacks a stream, some pixels at a time.
@safe
private struct QOIReader {
    private let input: UnsafeBufferPointer<UInt8>
    private let end: Int
    private let seen: UnsafeMutablePointer<UInt32>
    private var at = 0
    private var pixel = opaqueBlack
    /// How many pixels of a run are still to come.
    private var run = 0

    init(_ input: UnsafeBufferPointer<UInt8>, _ seen: UnsafeMutablePointer<UInt32>) {
        unsafe self.input = input
        end = input.count
        unsafe self.seen = seen
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { at == end && run == 0 }

    /// Unpacks the next pixels.
    ///
    /// - Returns: false when the stream ends before.
    @inline(__always)
    mutating func read(_ count: Int, into words: UnsafeMutablePointer<UInt32>) -> Bool {
        var (at, pixel) = (self.at, self.pixel)
        var done = min(run, count)
        unsafe words.update(repeating: pixel, count: done)
        run &-= done
        while done < count {
            guard at < end else { return false }
            let mark = unsafe input[at]
            let rest = end &- at &- 1
            at &+= 1
            switch mark & 0xC0 {
            case Mark.index: pixel = unsafe seen[Int(mark)]
            case Mark.difference:
                let code = UInt32(mark)
                // What is taken away is added as its complement in 8 bits.
                pixel = adding(
                    (code &>> 4 & 3) &+ 254,
                    (code &>> 2 & 3) &+ 254,
                    (code & 3) &+ 254,
                    to: pixel
                )
            case Mark.luma:
                guard rest >= 1 else { return false }
                let second = unsafe UInt32(input[at])
                let green = UInt32(mark & 63) &+ 224
                pixel = adding(
                    green &+ (second &>> 4) &+ 248,
                    green,
                    green &+ (second & 15) &+ 248,
                    to: pixel
                )
                at &+= 1
            default:
                guard mark >= Mark.rgb else {
                    let length = Int(mark & 63) &+ 1
                    let part = min(length, count &- done)
                    unsafe (words + done).update(repeating: pixel, count: part)
                    done &+= part
                    run = length &- part
                    continue
                }
                let length = mark == Mark.rgb ? 3 : 4
                guard rest >= length else { return false }
                let (r, g, b) = unsafe (input[at], input[at &+ 1], input[at &+ 2])
                let color = UInt32(r) | UInt32(g) &<< 8 | UInt32(b) &<< 16
                let alpha =
                    unsafe length == 4
                    ? UInt32(input[at &+ 3]) &<< 24 : pixel & 0xFF00_0000
                pixel = color | alpha
                at &+= length
            }
            unsafe seen[slot(of: pixel)] = pixel
            unsafe words[done] = pixel
            done &+= 1
        }
        (self.at, self.pixel) = (at, pixel)
        return true
    }

    /// `pixel` with something added to its channels, each modulo 256; alpha stays.
    @inline(__always)
    private func adding(_ r: UInt32, _ g: UInt32, _ b: UInt32, to pixel: UInt32) -> UInt32 {
        let others = (pixel & 0x00FF_00FF) &+ (r | b &<< 16)
        let green = (pixel & 0x0000_FF00) &+ g &<< 8
        return pixel & 0xFF00_0000 | others & 0x00FF_00FF | green & 0x0000_FF00
    }
}
