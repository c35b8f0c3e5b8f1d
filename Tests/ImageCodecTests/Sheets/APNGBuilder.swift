import ImageCodec
import Raster
import TestSupport

/// Writes APNGs frame by frame, right ones and others.
struct APNGBuilder {
    struct Frame {
        var picture: StraightImage
        var x = 0
        var y = 0
        var delay: (numerator: Int, denominator: Int) = (1, 10)
        /// 0 stays, 1 becomes clear, 2 becomes what it was.
        var disposal: UInt8 = 0
        var isBlended = false
    }

    var canvas: PixelSize
    var frames: [Frame]
    /// A picture for viewers without animation, when it is not the first frame.
    var still: StraightImage?
    /// What acTL declares, when it lies.
    var declared: Int?
    /// Added to the sequence numbers behind the first.
    var skippedNumbers = 0
    var extras: [(String, [UInt8])] = []

    func file() -> [UInt8] {
        var writer = PNGWriter()
        let header = PNGBuilder(width: canvas.width, height: canvas.height, samples: []).header()
        writer.append("IHDR", header)
        for (name, data) in extras { writer.append(name, data) }
        let count = UInt32(declared ?? frames.count)
        writer.append("acTL", count.bigEndianBytes + [0, 0, 0, 0])
        if let still { writer.append("IDAT", stream(still)) }
        var number = UInt32(0)
        for (index, frame) in frames.enumerated() {
            if index == 1 { number += UInt32(skippedNumbers) }
            writer.append("fcTL", number.bigEndianBytes + control(frame))
            number += 1
            if index == 0, still == nil {
                writer.append("IDAT", stream(frame.picture))
            } else {
                // In two pieces, as streams may be cut anywhere.
                let data = stream(frame.picture)
                for piece in [data.prefix(20), data.dropFirst(20)] {
                    writer.append("fdAT", number.bigEndianBytes + piece)
                    number += 1
                }
            }
        }
        writer.append("IEND", [])
        return writer.bytes
    }

    private func control(_ frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in [frame.picture.width, frame.picture.height, frame.x, frame.y] {
            bytes += UInt32(number).bigEndianBytes
        }
        for part in [frame.delay.numerator, frame.delay.denominator] {
            bytes += [UInt8(part >> 8), UInt8(part & 255)]
        }
        return bytes + [frame.disposal, frame.isBlended ? 1 : 0]
    }

    private func stream(_ picture: StraightImage) -> [UInt8] {
        let samples = picture.pixels.flatMap { [Int($0.r), Int($0.g), Int($0.b), Int($0.a)] }
        let rows = PNGBuilder(width: picture.width, height: picture.height, samples: samples)
        return PNGBuilder.stored(rows.scanlines())
    }
}
