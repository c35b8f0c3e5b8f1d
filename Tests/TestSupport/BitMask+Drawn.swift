package import Raster

extension BitMask {
    /// Asks for each bit.
    package init(_ width: Int, _ height: Int, _ isSet: (_ x: Int, _ y: Int) -> Bool) {
        self.init(width: width, height: height)
        for y in 0..<height { for x in 0..<width where isSet(x, y) { self[x, y] = true } }
    }

    /// Rows of `#` for set pixels and `.` for others.
    package var drawn: [String] {
        (0..<height).map { y in (0..<width).map { self[$0, y] ? "#" : "." }.joined() }
    }
}
