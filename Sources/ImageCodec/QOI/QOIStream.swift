package import Raster

// Between rendering and drawing, and in the cache, pixels are stored as a stream of the Quite OK
// Image format (qoiformat.org, specification of 2022-01-05) without its header and end mark: about
// a quarter of their size for sprites, several times faster than deflate, and deterministic.

package func qoiStream(_ image: StraightImage) -> [UInt8] {
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: image.size.area * 5) { out, count in
        count = unsafe image.withWords { words in
            unsafe withSeen { seen in
                unsafe out.baseAddress.map { unsafe pack(words, seen, into: $0) } ?? 0
            }
        }
    }
    // Copying a slice to an array would keep the worst-case buffer.
    return unsafe packed.withUnsafeBufferPointer { unsafe Array($0) }
}

/// Nil if the stream does not fill the image exactly.
package func imageOfQOIStream(_ packed: ArraySlice<UInt8>, size: PixelSize) -> StraightImage? {
    struct Damage: Error {}
    // Rejects wrong sizes before allocating memory.
    guard size.area <= packed.count * Mark.longestRun else { return nil }
    return try? unsafe StraightImage(size: size) { pixels throws(Damage) in
        let isWhole = unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
            unsafe unpack(packed, size, into: words.start, stride: size.width)
        }
        guard isWhole else { throw Damage() }
    }
}

extension StraightImage {
    /// Replaces the pixels of a rectangle inside of the image by those of a QOI stream.
    ///
    /// Returns false, with a part replaced, if the stream does not fill the rectangle exactly.
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

/// Unpacks a stream into rows `stride` pixels apart; false if it does not fill them exactly.
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

/// The initial previous pixel.
private let opaqueBlack: UInt32 = 0xFF00_0000

/// The table of seen pixels, initially empty.
private func withSeen<Result>(_ body: (UnsafeMutablePointer<UInt32>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { seen in
        unsafe seen.initialize(repeating: 0)
        return unsafe body(seen.start)
    }
}

/// The slot of a pixel: (3 r + 5 g + 7 b + 11 a) modulo 64.
@inline(__always)
private func slot(of pixel: UInt32) -> Int {
    // Red and blue are in the lower half, green and alpha in the upper one, each with space above;
    // the product's highest byte is the sum, without carries from other parts.
    let wide = UInt64(pixel & 0x00FF_00FF) | UInt64(pixel & 0xFF00_FF00) &<< 32
    return Int((wide &* 0x0300_0700_0005_000B) &>> 56 & 63)
}

/// The number of pixels from `index` on that equal the one there.
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

/// Packs pixels into `out`, which has five bytes per pixel, and returns the number of bytes.
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
            // Also writes alpha, which the next mark overwrites.
            unsafe rest.storeBytes(of: pixel.littleEndian, as: UInt32.self)
            count &+= 4
        }
    }
    return count
}

@safe
private struct QOIReader {
    private let input: UnsafeBufferPointer<UInt8>
    private let end: Int
    private let seen: UnsafeMutablePointer<UInt32>
    private var at = 0
    private var pixel = opaqueBlack
    private var run = 0

    init(_ input: UnsafeBufferPointer<UInt8>, _ seen: UnsafeMutablePointer<UInt32>) {
        unsafe self.input = input
        end = input.count
        unsafe self.seen = seen
    }

    var isAtEnd: Bool { at == end && run == 0 }

    /// Unpacks the next pixels; false at the end of the stream.
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
                // Subtracts by adding the 8-bit complement.
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

    /// Adds to the channels, each modulo 256; alpha stays.
    @inline(__always)
    private func adding(_ r: UInt32, _ g: UInt32, _ b: UInt32, to pixel: UInt32) -> UInt32 {
        let others = (pixel & 0x00FF_00FF) &+ (r | b &<< 16)
        let green = (pixel & 0x0000_FF00) &+ g &<< 8
        return pixel & 0xFF00_0000 | others & 0x00FF_00FF | green & 0x0000_FF00
    }
}
