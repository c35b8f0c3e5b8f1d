import KernelTypes

struct Triple {
    var x: Floats
    var y: Floats
    var z: Floats

    @inline(__always)
    init(_ x: Floats, _ y: Floats, _ z: Floats) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inline(__always)
    init(_ pixels: Words) {
        x = Floats(whole: pixels & 255)
        y = Floats(whole: (pixels &>> 8) & 255)
        z = Floats(whole: (pixels &>> 16) & 255)
    }

    /// Luma, blue and red difference (`YCbCr`).
    @inline(__always)
    var luma: Triple {
        let luma: Floats = YCbCr.lumaOfRed * x + YCbCr.lumaOfGreen * y + YCbCr.lumaOfBlue * z
        let blue: Floats = YCbCr.blueOfRed * x + YCbCr.blueOfGreen * y + 0.5 * z
        let red: Floats = 0.5 * x + YCbCr.redOfGreen * y + YCbCr.redOfBlue * z
        return Triple(luma, blue, red)
    }

    @inline(__always)
    static func - (a: Triple, b: Triple) -> Triple { Triple(a.x - b.x, a.y - b.y, a.z - b.z) }
    @inline(__always)
    static func + (a: Triple, b: Triple) -> Triple { Triple(a.x + b.x, a.y + b.y, a.z + b.z) }
    @inline(__always)
    static func * (a: Triple, b: Floats) -> Triple { Triple(a.x * b, a.y * b, a.z * b) }
    @inline(__always)
    static func / (a: Triple, b: Floats) -> Triple { Triple(a.x / b, a.y / b, a.z / b) }

    @inline(__always)
    func product(_ other: Triple, chromaWeight: Float) -> Floats {
        x * other.x + (y * other.y + z * other.z) * chromaWeight
    }
}
