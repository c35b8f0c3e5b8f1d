import Foundation
import KilnManifest
import Testing

@Suite struct ManifestValueTests {
    private func value(_ json: String) throws -> ManifestValue {
        try JSONDecoder().decode(ManifestValue.self, from: Data(json.utf8))
    }

    @Test func `a game reads what the catalog says`() throws {
        let extras = try value(
            #"{"price": 120, "rate": 0.5, "tags": ["red", true, null], "id": 9007199254740993}"#
        )
        #expect(extras["price"]?.int == 120 && extras["price"]?.double == 120)
        #expect(extras["rate"]?.double == 0.5 && extras["rate"]?.int == nil)
        #expect(extras["tags"]?[0]?.string == "red" && extras["tags"]?[1]?.bool == true)
        #expect(extras["tags"]?[2]?.isNull == true && extras["tags"]?.array?.count == 3)
        #expect(extras["id"] == .integer(9_007_199_254_740_993))
        #expect(extras.object?.count == 4)
    }

    @Test func `asking for another kind gives nothing`() throws {
        let text = ManifestValue.string("1")
        #expect(text.int == nil && text.double == nil && text.bool == nil && !text.isNull)
        #expect(text.array == nil && text.object == nil && text["a"] == nil && text[0] == nil)
        #expect(try value("[1]")[1] == nil && value("[1]")[-1] == nil)
        #expect(try value("1").bool == nil && value("true").int == nil)
    }

    @Test(arguments: [
        "null", "true", "0", "-9223372036854775808", "9223372036854775807", "0.25", "1e+300",
        #""a\"/é""#, "[]", "{}", #"{"a":[1,{"b":[null]}],"b":"x"}"#,
    ])
    func `JSON reads back as it was written`(json: String) throws {
        let value = try value(json)
        #expect(value.description == json)
        let again = try JSONDecoder().decode(
            ManifestValue.self,
            from: JSONEncoder().encode(value)
        )
        #expect(again == value)
    }
}
