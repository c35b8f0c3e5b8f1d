import Console
import Testing

@Suite("Documents")
struct DocumentTests {
    @Test(arguments: [
        ("{\n  \"a\": 1\n}", "{\n  \"a\": 1\n}"), ("\"\u{9B}31m\"", "\"\\u009b31m\""),
        ("\"##[error]\"", "\"\\u0023#[error]\""),
    ]
    )
    func `what JSON allows and a terminal or a runner obeys is written in another way`(
        text: String,
        expected: String
    ) {
        #expect(Document(json: text).text == expected)
    }

    @Test func `XML names the same characters by number`() {
        #expect(Document(xml: "<a b=\"\u{9B}\"/>").text == "<a b=\"&#x9b;\"/>")
    }

    @Test func `a text ends with one line feed`() {
        #expect(Document(own: "a").ended == "a\n")
        #expect(Document(own: "a\n").ended == "a\n")
    }

    @Test func `values are encoded with sorted members and plain slashes`() throws {
        let text = try jsonText(["b": "x/y", "a": "z"])
        #expect(text == "{\n  \"a\" : \"z\",\n  \"b\" : \"x/y\"\n}")
    }
}
