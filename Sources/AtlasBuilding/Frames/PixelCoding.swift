package import FileStore
package import Raster

extension ByteWriter {
    package mutating func put(_ size: PixelSize) {
        put(size.width)
        put(size.height)
    }

    package mutating func put(_ rect: PixelRect) {
        put(rect.x)
        put(rect.y)
        put(rect.size)
    }

    /// Its pixels; the width implies the height.
    package mutating func put(_ picture: PackedPicture.Identity?) {
        put(picture) {
            $0.put($1.size.width)
            $0.put($1.digest)
        }
    }
}

extension ByteReader {
    package mutating func size() throws(Damage) -> PixelSize {
        guard let size = PixelSize(width: try int(), height: try int()) else { throw Damage() }
        return size
    }

    package mutating func rect() throws(Damage) -> PixelRect {
        let (x, y) = (try int(), try int())
        let size = try size()
        let rect = PixelRect(x: x, y: y, width: size.width, height: size.height)
        guard let rect else { throw Damage() }
        return rect
    }
}
