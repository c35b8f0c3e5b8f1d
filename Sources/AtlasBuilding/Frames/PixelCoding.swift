package import FileStore
package import Raster

extension PixelSize: ByteCoded {
    package func put(to out: inout ByteWriter) {
        out.put(width)
        out.put(height)
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        guard let size = PixelSize(width: try reader.int(), height: try reader.int()) else {
            throw ByteReader.Damage()
        }
        self = size
    }
}

extension PixelRect: ByteCoded {
    package func put(to out: inout ByteWriter) {
        out.put(x)
        out.put(y)
        out.put(size)
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        let corner = PixelPoint(x: try reader.int(), y: try reader.int())
        guard let rect = PixelRect(origin: corner, size: try reader.value()) else {
            throw ByteReader.Damage()
        }
        self = rect
    }
}

extension ByteWriter {
    /// Its pixels; the width implies the height.
    package mutating func put(_ picture: PackedPicture.Identity?) {
        put(picture) {
            $0.put($1.size.width)
            $0.put($1.digest)
        }
    }
}
