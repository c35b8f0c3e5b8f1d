internal import Foundation
public import Raster
internal import Testing

/// Pictures read by Pillow, which shares no code with us.
public enum Pillow {
    public static let isPresent = Tool.run("python3", ["-c", "import PIL.Image"]) != nil
    public static let absence = "python3 with Pillow is absent"

    public struct Animation {
        public var frames: [StraightImage]
        /// In milliseconds.
        public var durations: [Double]
        /// 0 is for ever; nil when the file does not say.
        public var loop: Int?
    }

    private static let script = """
        import io, struct, sys
        from PIL import Image, ImageSequence
        picture = Image.open(io.BytesIO(sys.stdin.buffer.read()))
        out = sys.stdout.buffer
        out.write(struct.pack('<iii', picture.width, picture.height, picture.info.get('loop', -1)))
        for frame in ImageSequence.Iterator(picture):
            out.write(struct.pack('<d', float(frame.info.get('duration', 0))))
            out.write(frame.convert('RGBA').tobytes())
        """

    public static func read(_ file: [UInt8]) throws -> Animation {
        let output = try #require(Tool.run("python3", ["-c", script], input: Data(file)))
        var bytes = [UInt8](output)[...]
        func number() -> Int {
            defer { bytes = bytes.dropFirst(4) }
            return Int(
                Int32(bitPattern: bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
            )
        }
        let size = try #require(PixelSize(width: number(), height: number()))
        let loop = number()
        var result = Animation(frames: [], durations: [], loop: loop < 0 ? nil : loop)
        while !bytes.isEmpty {
            let bits = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            result.durations.append(Double(bitPattern: bits))
            let raw = Array(bytes.dropFirst(8).prefix(size.area * 4))
            bytes = bytes.dropFirst(8 + size.area * 4)
            let pixels = stride(from: 0, to: raw.count, by: 4).map {
                StraightPixel(r: raw[$0], g: raw[$0 + 1], b: raw[$0 + 2], a: raw[$0 + 3])
            }
            result.frames.append(try #require(StraightImage(size: size, pixels: pixels)))
        }
        return result
    }
}
