import Catalog
import Testing

struct FileHeaderTests {
    @Test func `headers are bytes and numbers`() throws {
        let header = try FileHeader("4B 49 01 u16le:width u16be:height u8:bits u32le:bytes")
        let fields: [FileHeader.Field: Int] = [.width: 768, .height: 552, .bits: 1, .bytes: 52_992]
        #expect(
            header.bytes { fields[$0] ?? 0 }
                == [0x4B, 0x49, 1, 0x00, 0x03, 0x02, 0x28, 1, 0x00, 0xCF, 0, 0]
        )
        #expect(header.bytes { _ in 65_536 } == nil)
        #expect(try FileHeader("").bytes { _ in 1 } == [])
    }

    @Test(arguments: ["4", "4g", "123", "u16:width", "u16le:size", "u16le", "u16le:width:height"])
    func `a word that says nothing is named`(word: String) {
        #expect(throws: FileHeaderError(word: word)) { try FileHeader("4B \(word)") }
    }
}
