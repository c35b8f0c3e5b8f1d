/// An opaque color: sRGB code values, 0...255.
public struct RGB: Hashable, Sendable {
    public var r: UInt8
    public var g: UInt8
    public var b: UInt8

    public init(_ r: UInt8, _ g: UInt8, _ b: UInt8) {
        self.r = r
        self.g = g
        self.b = b
    }
}

extension RGB: CustomStringConvertible {
    /// `#RRGGBB`.
    public var description: String {
        let digits = Array("0123456789ABCDEF")
        return [r, g, b].reduce(into: "#") { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }
}
