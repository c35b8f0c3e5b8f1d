/// A raster in memory: rows top to bottom, packed, origin top-left.
///
/// Straight and premultiplied images are different types, so mixing them does not compile.
public struct Bitmap<Pixel: RasterPixel>: Hashable, Sendable {
    public let size: PixelSize
    @usableFromInline var storage: [Pixel]

    @inlinable public var width: Int { size.width }
    @inlinable public var height: Int { size.height }

    @inlinable
    public init(size: PixelSize, filledWith pixel: Pixel = .clear) {
        self.size = size
        storage = [Pixel](repeating: pixel, count: size.area)
    }

    /// Takes row-major, packed `pixels`; nil if their number is not `size.area`.
    @inlinable
    public init?(size: PixelSize, pixels: [Pixel]) {
        guard pixels.count == size.area else { return nil }
        self.size = size
        storage = pixels
    }

    /// `body` must initialize memory for `size.area` pixels, row-major and packed.
    @inlinable
    package init<Failure: Error>(
        size: PixelSize,
        initializingWith body: (UnsafeMutableBufferPointer<Pixel>) throws(Failure) -> Void
    ) throws(Failure) {
        self.size = size
        var failure: Failure?
        storage = unsafe [Pixel](unsafeUninitializedCapacity: size.area) { buffer, count in
            do throws(Failure) {
                try unsafe body(UnsafeMutableBufferPointer(rebasing: buffer[..<size.area]))
                count = size.area
            } catch {
                failure = error
                count = 0
            }
        }
        if let failure { throw failure }
    }

    /// The pixel must be inside.
    @inlinable
    public subscript(x: Int, y: Int) -> Pixel {
        get {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the image")
            return storage[y &* width &+ x]
        }
        set {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel outside the image")
            storage[y &* width &+ x] = newValue
        }
    }

    /// Row-major.
    @inlinable public var pixels: [Pixel] { storage }

    /// Calls `body` with the pixels, row-major and packed.
    @inlinable
    package func withPixels<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<Pixel>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe storage.withUnsafeBufferPointer(body)
    }

    /// Calls `body` with the pixels for writing, row-major and packed.
    @inlinable
    package mutating func withMutablePixels<Result, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<Pixel>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The standard library's inout buffer loses the typed throw.
        let result: Swift.Result<Result, Failure> = unsafe storage.withUnsafeMutableBufferPointer {
            buffer in
            let fixed = unsafe UnsafeMutableBufferPointer(rebasing: buffer[...])
            do throws(Failure) {
                return .success(try unsafe body(fixed))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension Bitmap<StraightPixel> {
    /// Calls `body` with the pixels as numbers, alpha in the highest eight bits, red in the lowest.
    @inlinable
    package func withWords<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
        unsafe withPixels { pixels in
            unsafe pixels.withMemoryRebound(to: UInt32.self) { words in unsafe body(words) }
        }
    }

    @inlinable
    package mutating func withMutableWords<Result>(
        _ body: (UnsafeMutableBufferPointer<UInt32>) -> Result
    ) -> Result {
        unsafe withMutablePixels { pixels in
            unsafe pixels.withMemoryRebound(to: UInt32.self) { words in unsafe body(words) }
        }
    }
}

public typealias StraightImage = Bitmap<StraightPixel>
public typealias PremultipliedImage = Bitmap<PremultipliedPixel>
/// Coverage or alpha, 0...255.
public typealias Mask = Bitmap<UInt8>
