/// A picture: straight RGBA in 8 bits, row by row from the top.
public struct Bitmap: Hashable {
    public let width: Int
    public let height: Int
    public var pixels: [UInt8]

    /// A clear picture.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: 0, count: width * height * 4)
    }
}
