import Diagnostics
import Testing

@Suite struct JSONParserTests {
    private func parse(_ text: String) -> (JSONNode?, [Diagnostic]) {
        parse(Array(text.utf8))
    }

    private func parse(_ bytes: [UInt8]) -> (JSONNode?, [Diagnostic]) {
        var parser = JSONParser(SourceText(path: "x.json", bytes: bytes))
        let node = parser.parse()
        return (node, parser.diagnostics)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var text: String
        /// The value as compact JSON; nil when none exists.
        var value: String?
        var problems: [String] = []
        var testDescription: String { text }
        init(_ text: String, _ value: String?, _ problems: String...) {
            self.text = text
            self.value = value
            self.problems = problems
        }
    }

    @Test(arguments: [
        Row("null", "null"), Row(" true ", "true"), Row("-0.5e+1", "-5"), Row("1E2", "100"),
        Row("[]", "[]"), Row("{}", "{}"), Row("[1,[2,{\"a\":[]}]]", "[1,[2,{\"a\":[]}]]"),
        Row(#""\u0041\n\/\"\\\b\f\r\t""#, #""A\n/\"\\\u0008\u000c\r\t""#),
        Row(#""\uD83D\uDC36""#, "\"🐶\""), Row("\"ü🐶\"", "\"ü🐶\""), Row("\"\u{7F}\"", "\"\u{7F}\""),
        Row("\r\n[\r1]\n", "[1]"),
    ]) func `valid text is read`(_ row: Row) {
        let (node, problems) = parse(row.text)
        #expect(problems == [])
        #expect(node.map { plainValue($0).compact } == row.value)
    }

    @Test(arguments: [
        Row("", nil, "1:1 the file is empty, expected a value"),
        Row("[1,]", "[1]", "1:3 found a comma after the last value of an array"),
        Row("{\"a\":1,}", "{\"a\":1}", "1:7 found a comma after the last value of an object"),
        Row("[\"a\" \"b\"]", "[\"a\",\"b\"]", "1:5 a comma is missing after this value"),
        Row("{\"a\":1\n\"b\":2}", "{\"a\":1,\"b\":2}", "1:7 a comma is missing after this value"),
        Row("[1 2]", nil, "1:4 found 2, expected , or ]"),
        Row("[,1]", nil, "1:2 found , where a value is due"),
        Row("[1,,2]", nil, "1:4 found , where a value is due"),
        Row("[1", nil, "1:3 the file ends inside an array"),
        Row("[1,", nil, "1:4 the file ends where a value is due"),
        Row("{\"a\"", nil, "1:5 found the end of the file after the member name \"a\", expected :"),
        Row("{\"a\" 1}", nil, "1:6 found 1 after the member name \"a\", expected :"),
        Row("{a:1}", nil, "1:2 found a where a member name is due"),
        Row("{'a':1}", nil, "1:2 found ' where a member name is due"),
        Row("['a']", nil, "1:2 found ' where a value is due"),
        Row("1 2", nil, "1:3 found 2 after the end of the value"),
        Row("[1] // end", "[1]", "1:5 found a comment; JSON has none"),
        Row("/* a */ [1]", "[1]", "1:1 found a comment; JSON has none"),
        Row("/* a", nil, "1:1 a comment has no end"),
        Row("\u{FEFF}1", "1", "1:1 the file begins with a byte order mark"),
        Row("\"a", nil, "1:1 a string has no closing quote on its line"),
        Row("\"a\nb\"", nil, "1:1 a string has no closing quote on its line"),
        Row("\"a\tb\"", "\"a\\tb\"", "1:3 found the control character 0x09 in a string"),
        Row(
            #""\x""#,
            #""\\x""#,
            #"1:2 found the escape \x, expected one of \" \\ \/ \b \f \n \r \t \u"#
        ),
        Row(#""\u12G4""#, "\"\u{FFFD}12G4\"", #"1:2 found \u without four hexadecimal digits"#),
        Row(#""\uD83D!""#, "\"\u{FFFD}!\"", "1:2 found half of a surrogate pair"),
        Row(#""\uDC36""#, "\"\u{FFFD}\"", "1:2 found half of a surrogate pair"),
        Row(#""\uD83D\u0041""#, "\"\u{FFFD}A\"", "1:2 found half of a surrogate pair"),
        Row("+1", "1", "1:1 found +1, expected a number as JSON writes it"),
        Row(".5", "0.5", "1:1 found .5, expected a number as JSON writes it"),
        Row("5.", "5", "1:1 found 5., expected a number as JSON writes it"),
        Row("007", "7", "1:1 found 007, expected a number as JSON writes it"),
        Row("0x10", "16", "1:1 found 0x10, expected a number as JSON writes it"),
        Row("1e", nil, "1:1 found 1e, expected a number"),
        Row("--1", nil, "1:1 found --1, expected a number"),
        Row("1e999", "0", "1:1 the number 1e999 is too large to be held"),
        Row("NaN", nil, "1:1 found NaN where a value is due"),
        Row("True", nil, "1:1 found True where a value is due"),
        Row("[ü]", nil, "1:2 found ü where a value is due"),
        Row(
            "{\"a\":1,\"\\u0061\":2}",
            "{\"a\":1}",
            "1:8 the member \"a\" occurs twice in one object"
        ),
    ]) func `slips are reported and passed over when the meaning is clear`(_ row: Row) {
        let (node, problems) = parse(row.text)
        let texts = problems.map { problem in
            let place = problem.location?.position
            return "\(place?.line ?? 0):\(place?.column ?? 0) \(problem.message)"
        }
        #expect(texts == row.problems)
        #expect(node.map { plainValue($0).compact } == row.value)
    }

    @Test(arguments: [
        Row("{\n# a\n}", "found # where a member name is due", "JSON has no comments: remove it"),
        Row(
            "{\n<<<<<<< HEAD\n}",
            "found <<<<<<< where a member name is due",
            "unresolved merge conflict: keep one version, and remove the marks"
        ),
        Row("{“a”: 1}", "found “ where a member name is due", "curly quotes: use straight \""),
        Row("[“a”]", "found “ where a value is due", "curly quotes: use straight \""),
        Row("{\"a\":1,,}", "found , where a member name is due", "remove one comma"),
        Row("[1,,2]", "found , where a value is due", "remove one comma"),
        Row("{\"a\": , \"b\": 1}", "found , where a value is due", "write the missing value"),
        Row("[NaN]", "found NaN where a value is due", "write a number"),
        Row("[yes]", "found yes where a value is due", "use true"),
        Row("[hat]", "found hat where a value is due", "put text in quotes: \"hat\""),
        Row(
            "[\u{A0}1]",
            "found a no-break space (U+00A0) where a value is due",
            "remove it, or use a space"
        ),
        Row("1 x", "found x after the end of the value", "remove it: a file holds one value"),
        Row("[1; 2]", "found ;, expected , or ]", "use a comma"),
        Row("[1 2]", "found 2, expected , or ]", "put a comma between values"),
        Row("{\"a\" = 1}", "found = after the member name \"a\", expected :", "use :"),
        Row(
            "{\"a\" 1}",
            "found 1 after the member name \"a\", expected :",
            "put : between a name and its value"
        ),
        Row(
            "{\"a\": [1,\n\"b\": 2}",
            "found :, expected , or ]",
            "put ] to close the [ at line 1, column 7"
        ),
        Row(
            "{\"a\": {{\"id\": 1}}}",
            "found { where a member name is due",
            "use [ and ] around a list of objects"
        ),
        Row("{\"a\": 1]", "found ], expected , or }", "put } to close the { at line 1, column 1"),
        Row(
            "[\n{\"a\": 1",
            "the file ends inside an object",
            "put } to close the { at line 2, column 1"
        ),
        Row(
            "[1,",
            "the file ends where a value is due",
            "put ] to close the [ at line 1, column 1"
        ),
    ]) func `the help says what to write`(_ row: Row) {
        let problem = parse(row.text).1.last
        #expect(problem?.message == row.value)
        #expect(problem?.help == row.problems.first)
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        let (node, problems) = parse([0x22, 0xFF, 0x22])
        #expect(node == nil)
        #expect(problems.map(\.message) == ["the file is not UTF-8, found byte 0xFF"])
        #expect(problems[0].location?.position == .init(line: 1, column: 2))
    }

    @Test func `nesting ends at a limit`() {
        let deep = { (levels: Int) in
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(parse(deep(JSONParser.maximumDepth)).1 == [])
        #expect(
            parse(deep(100_000)).1.map(\.message)
                == ["values are nested too deep, expected at most 64 levels"]
        )
    }

    @Test func `columns count bytes and lines may end in any way`() {
        let text = SourceText(path: "x", bytes: Array("a\r\nü🐶x\rb\nc".utf8))
        let place = { (offset: Int) in text.location(of: offset..<offset + 1) }
        #expect(place(0).position == .init(line: 1, column: 1))
        #expect(place(9).position == .init(line: 2, column: 7))
        #expect(place(9).excerpt?.text == "ü🐶x")
        #expect(place(9).excerpt?.markStart == 6)
        #expect(place(11).position == .init(line: 3, column: 1))
        #expect(place(13).position == .init(line: 4, column: 1))
        #expect(place(99).position == .init(line: 4, column: 2))
    }

    @Test func `of a long line the part around the mark is shown`() throws {
        let line = String(repeating: "ü", count: 500) + "MARK" + String(repeating: "-", count: 500)
        let text = SourceText(path: "x", bytes: Array(line.utf8))
        let excerpt = try #require(text.location(of: 1000..<1004).excerpt)
        #expect(excerpt.text.utf8.count <= 160)
        let marked = excerpt.text.utf8.dropFirst(excerpt.markStart).prefix(excerpt.markLength)
        #expect(String(marked) == "MARK")
        #expect(!excerpt.text.contains("\u{FFFD}"))
    }

    private func plainValue(_ node: JSONNode) -> JSONOutput {
        switch node.value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let nodes): .array(nodes.map(plainValue))
        case .object(let members): .object(members.map { ($0.name, plainValue($0.node)) })
        }
    }
}
