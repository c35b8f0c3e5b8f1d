package import Raster

// Pixels wait between rendering and drawing, and in the cache, as the stream of the Quite OK Image
// format (qoiformat.org, specification of 2022-01-05) without its header and end mark: about a
// quarter of their size for sprites, several times faster than deflate, and the same bytes for the
// same pixels.

/// The pixels of an image as a QOI stream.
package func qoiStream(_ image: StraightImage) -> [UInt8] {
    let area = image.size.area
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: area * 5 + 1) { out, count in
        count = unsafe image.withPixels { pixels in
            unsafe pack(UnsafeRawBufferPointer(pixels), area, into: out)
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
    return try? unsafe StraightImage(size: size) { pixels throws(Damage) in
        let isWhole = unsafe packed.withUnsafeBufferPointer { input in
            unsafe unpack(input, into: UnsafeMutableRawBufferPointer(pixels), size.area)
        }
        guard isWhole else { throw Damage() }
    }
}

private struct Pixel: Equatable {
    var r: UInt8
    var g: UInt8
    var b: UInt8
    var a: UInt8

    var slot: Int { (Int(r) &* 3 &+ Int(g) &* 5 &+ Int(b) &* 7 &+ Int(a) &* 11) & 63 }
}

private enum Mark {
    static let index: UInt8 = 0x00
    static let difference: UInt8 = 0x40
    static let luma: UInt8 = 0x80
    static let run: UInt8 = 0xC0
    static let rgb: UInt8 = 0xFE
    static let rgba: UInt8 = 0xFF
    static let longestRun = 62
}

private func pack(
    _ pixels: UnsafeRawBufferPointer,
    _ area: Int,
    into out: UnsafeMutableBufferPointer<UInt8>
) -> Int {
    var seen = [Pixel](repeating: Pixel(r: 0, g: 0, b: 0, a: 0), count: 64)
    var last = Pixel(r: 0, g: 0, b: 0, a: 255)
    var run = 0
    var count = 0
    func put(_ byte: UInt8) {
        unsafe out[count] = byte
        count &+= 1
    }
    for index in 0..<area {
        let pixel = unsafe pixels.load(fromByteOffset: index &* 4, as: Pixel.self)
        if pixel == last {
            run &+= 1
            if run == Mark.longestRun || index == area - 1 {
                put(Mark.run | UInt8(run - 1))
                run = 0
            }
            continue
        }
        if run > 0 {
            put(Mark.run | UInt8(run - 1))
            run = 0
        }
        let slot = pixel.slot
        defer { last = pixel }
        if seen[slot] == pixel {
            put(Mark.index | UInt8(slot))
            continue
        }
        seen[slot] = pixel
        guard pixel.a == last.a else {
            put(Mark.rgba)
            put(pixel.r)
            put(pixel.g)
            put(pixel.b)
            put(pixel.a)
            continue
        }
        let (r, g, b) = (pixel.r &- last.r, pixel.g &- last.g, pixel.b &- last.b)
        let (overRed, overBlue) = (r &- g &+ 8, b &- g &+ 8)
        if r &+ 2 < 4, g &+ 2 < 4, b &+ 2 < 4 {
            put(Mark.difference | (r &+ 2) << 4 | (g &+ 2) << 2 | (b &+ 2))
        } else if g &+ 32 < 64, overRed < 16, overBlue < 16 {
            put(Mark.luma | (g &+ 32))
            put(overRed << 4 | overBlue)
        } else {
            put(Mark.rgb)
            put(pixel.r)
            put(pixel.g)
            put(pixel.b)
        }
    }
    return count
}

/// Returns false when the input is too short, too long, or asks for more pixels than there are.
private func unpack(
    _ input: UnsafeBufferPointer<UInt8>,
    into pixels: UnsafeMutableRawBufferPointer,
    _ area: Int
) -> Bool {
    var seen = [Pixel](repeating: Pixel(r: 0, g: 0, b: 0, a: 0), count: 64)
    var pixel = Pixel(r: 0, g: 0, b: 0, a: 255)
    var (at, done) = (0, 0)
    while done < area {
        guard at < input.count else { return false }
        let mark = unsafe input[at]
        let rest = input.count - at - 1
        at += 1
        if mark == Mark.rgb || mark == Mark.rgba {
            let length = mark == Mark.rgb ? 3 : 4
            guard rest >= length else { return false }
            unsafe (pixel.r, pixel.g, pixel.b) = (input[at], input[at + 1], input[at + 2])
            if length == 4 { unsafe pixel.a = input[at + 3] }
            at += length
        } else {
            switch mark & 0xC0 {
            case Mark.index: pixel = seen[Int(mark)]
            case Mark.difference:
                pixel.r &+= (mark >> 4 & 3) &- 2
                pixel.g &+= (mark >> 2 & 3) &- 2
                pixel.b &+= (mark & 3) &- 2
            case Mark.luma:
                guard rest >= 1 else { return false }
                let second = unsafe input[at]
                let green = (mark & 63) &- 32
                pixel.r &+= green &+ (second >> 4) &- 8
                pixel.g &+= green
                pixel.b &+= green &+ (second & 15) &- 8
                at += 1
            default:
                let run = Int(mark & 63) + 1
                guard run <= area - done else { return false }
                for _ in 0..<run {
                    unsafe pixels.storeBytes(of: pixel, toByteOffset: done &* 4, as: Pixel.self)
                    done += 1
                }
                continue
            }
        }
        seen[pixel.slot] = pixel
        unsafe pixels.storeBytes(of: pixel, toByteOffset: done &* 4, as: Pixel.self)
        done += 1
    }
    return at == input.count
}
