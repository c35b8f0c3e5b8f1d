import FileStore
import Testing

/// Values that are read are in range, or the bytes are damaged.
struct ByteCodingTests {
    private func reader(_ number: Int) -> ByteReader {
        var out = ByteWriter()
        out.put(number)
        return ByteReader(out.bytes)
    }

    @Test(arguments: [-1, 6, Int.min, Int.max]) func `a number out of its range is damage`(
        number: Int
    ) {
        var reader = reader(number)
        #expect(throws: ByteReader.Damage.self) { try reader.int(in: 0...5) }
    }

    @Test(arguments: [-1, 1, Int.min, Int.max]) func `so are more things than bytes that follow`(
        number: Int
    ) {
        var reader = reader(number)
        #expect(throws: ByteReader.Damage.self) { try reader.count() }
    }

    @Test(arguments: [Double.nan, .infinity, -0.5, 1.5]) func `so is a double`(number: Double) {
        var out = ByteWriter()
        out.put(number)
        var reader = ByteReader(out.bytes)
        #expect(throws: ByteReader.Damage.self) { try reader.double(in: 0...1) }
    }

    @Test func `sealed bytes with any bit changed are damage, as are shorter ones`() throws {
        var out = ByteWriter()
        out.put("text")
        out.seal()
        var whole = try ByteReader(sealed: out.bytes)
        #expect(try whole.string() == "text")
        try whole.finish()
        for place in out.bytes.indices {
            var damaged = out.bytes
            damaged[place] ^= 4
            #expect(throws: ByteReader.Damage.self) { try ByteReader(sealed: damaged) }
            let short = Array(out.bytes.prefix(place))
            #expect(throws: ByteReader.Damage.self) { try ByteReader(sealed: short) }
        }
    }
}
