/// An opaque color: sRGB code values, 0...255.
public struct RGB: Hashable, Sendable {
    public var r: UInt8
    public var g: UInt8
    public var b: UInt8

    @inlinable
    public init(_ r: UInt8, _ g: UInt8, _ b: UInt8) {
        self.r = r
        self.g = g
        self.b = b
    }

    @inlinable
    public init(r: UInt8, g: UInt8, b: UInt8) { self.init(r, g, b) }

    /// Parses `#RRGGBB` in either case.
    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        self.init(digits: text.dropFirst())
    }

    /// Parses `RRGGBB` in either case.
    public init?(digits: Substring) {
        let value = digits.utf8.reduce(into: UInt32?(0)) { value, letter in
            guard let sum = value, let digit = RGB.value(ofDigit: letter) else {
                value = nil
                return
            }
            value = sum << 4 | digit
        }
        guard digits.utf8.count == 6, let value else { return nil }
        self.init(
            UInt8(truncatingIfNeeded: value >> 16),
            UInt8(truncatingIfNeeded: value >> 8),
            UInt8(truncatingIfNeeded: value)
        )
    }

    private static func value(ofDigit letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(letter - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(letter - UInt8(ascii: "A") + 10)
        default: nil
        }
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

/// The surplus of green over red and blue, in code values, -255...255; at most 0 for grays.
///
/// On a green screen this is the key excess; channels are turned for other screens.
@inlinable @inline(__always)
public func greenExcess(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> Int {
    Int(g) &- Int(max(r, b))
}
