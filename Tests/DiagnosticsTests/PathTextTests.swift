import Diagnostics
import Testing

@Suite struct PathTextTests {
    @Test(arguments: [
        ("art/hat.png", "art/hat.png"), ("", ""), ("caf\u{E9}", "caf\u{E9}"), ("🐶", "🐶"),
        ("\u{10FF7F}", "\u{10FF7F}"),
    ])
    func `text is its own path`(text: String, shown: String) {
        #expect(pathText(Array(text.utf8)) == text)
        #expect(pathBytes(of: text) == Array(text.utf8))
        #expect(printable(text) == shown)
        #expect(text.isTextThroughout)
    }

    @Test(
        arguments: [
            // Latin-1, a lonely middle byte, half a character before a whole one, an overlong slash,
            // half of a surrogate pair, and beyond the last plane.
            ([0x63, 0x61, 0x66, 0xE9], "caf\\xE9"), ([0x80], "\\x80"),
            ([0xC3, 0x2F, 0xC3, 0xA9], "\\xC3/\u{E9}"), ([0xC0, 0xAF], "\\xC0\\xAF"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"), ([0xF5, 0x80], "\\xF5\\x80"),
            ([0xFE, 0xFF], "\\xFE\\xFF"), ([0xF0, 0x9F, 0x90], "\\xF0\\x9F\\x90"),
            // A name that holds what stands for a byte.
            ([0xF4, 0x8F, 0xBF, 0xA9], "\\xF4\\x8F\\xBF\\xA9"),
        ] as [([UInt8], String)]
    )
    func `bytes that are no text come back as they were, and are shown by number`(
        bytes: [UInt8],
        shown: String
    ) {
        let text = pathText(bytes)
        #expect(pathBytes(of: text) == bytes)
        #expect(printable(text) == shown)
        #expect(!text.isTextThroughout)
        #expect(systemPath(text).map { UInt8(truncatingIfNeeded: $0) } == bytes + [0])
    }

    @Test func `every two bytes keep a text of their own`() {
        var texts: Set<[Unicode.Scalar]> = []
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let text = pathText([first, second])
                texts.insert(Array(text.unicodeScalars))
                #expect(pathBytes(of: text) == [first, second])
            }
        }
        #expect(texts.count == 65_536)
    }

    @Test func `a path with a zero inside names nothing`() {
        #expect(systemPath("a\0b") == [0])
    }

    @Test func `a slash before a combining mark is a slash`() {
        #expect("../\u{301}x".pathParts == ["..", "\u{301}x"])
        #expect("a//".pathParts == ["a", "", ""])
        #expect("/\u{301}x".isAbsolutePath && "a/\u{301}".hasSlash)
    }
}

@Suite struct PrintableTests {
    @Test(arguments: [
        ("\u{1B}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"), ("a\nb\r\n\tc", "a\\u{a}b\\u{d}\\u{a}\\u{9}c"),
        ("\u{9B}31m\u{7F}\u{85}", "\\u{9b}31m\\u{7f}\\u{85}"),
        ("\u{202E}gnp\u{202A}\u{2066}x\u{2069}", "\\u{202e}gnp\\u{202a}\\u{2066}x\\u{2069}"),
        ("a\u{2028}b\u{2029}c\0", "a\\u{2028}b\\u{2029}c\\u{0}"),
        ("née \u{5E9}\u{5DC} 🐶\u{200D}", "née \u{5E9}\u{5DC} 🐶\u{200D}"),
    ])
    func `what would steer a terminal is written out`(text: String, expected: String) {
        #expect(printable(text) == expected)
        #expect(printable(printable(text)) == expected)
    }

    @Test func `literals stay and values are written out`() {
        let path = "a\n\u{1B}[31m"
        let line: PrintableText = "wrote \(path)\n  \(path, style: .bold)"
        let shown = "a\\u{a}\\u{1b}[31m"
        #expect(line.text == "wrote \(shown)\n  \u{1B}[1m\(shown)\u{1B}[0m")
        #expect((line + " \(path, style: nil)").text == line.text + " " + shown)
    }
}
