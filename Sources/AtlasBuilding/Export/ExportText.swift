import Diagnostics
import FileStore

/// Distinct CSS classes that need no escapes, for each of `names`; none becomes `taken`.
///
/// Valid names stay. Of names that become equal, the second in order gets the suffix `-2`, the next
/// `-3`. With the separator `_` they are identifiers of most languages.
func classNames(
    _ names: Set<String>,
    except taken: String,
    separator: String = "-"
) -> [String: String] {
    var used: Set<String> = [taken]
    var classes: [String: String] = [:]
    let wanted = names.sorted().map { (name: $0, own: className($0, separator: separator)) }
    for (name, own) in wanted where name == own && used.insert(own).inserted {
        classes[name] = own
    }
    for (name, own) in wanted where classes[name] == nil {
        var candidate = own
        var number = 1
        while !used.insert(candidate).inserted {
            number += 1
            candidate = "\(own)\(separator)\(number)"
        }
        classes[name] = candidate
    }
    return classes
}

/// The name in ASCII letters, digits, `_` and `-`, such as `pet-dragon` for `pet/dragon`.
///
/// Latin, Greek and Cyrillic letters are transliterated without diacritics, other letters become
/// their Unicode number; anything else becomes a single `-`, or
/// another separator, which replaces `-` too.
func className(_ name: String, separator: String = "-") -> String {
    var text = ""
    var isAfterGap = true
    for scalar in name.unicodeScalars {
        let part = scalar == "-" ? separator : asciiWord(scalar)
        if part == nil {
            if !isAfterGap { text += separator }
            isAfterGap = true
        } else if let part, !part.isEmpty {
            text += part
            isAfterGap = false
        }
    }
    if isAfterGap, !text.isEmpty { text.removeLast() }
    let start = text.drop { $0 == "-" }.first
    return start == nil || start?.isNumber == true ? "_" + text : text
}

/// The replacement of a character: empty for a combining mark, nil for a separator.
private func asciiWord(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": return String(scalar)
    default: break
    }
    if scalar.isASCII { return nil }
    let lower = scalar.properties.lowercaseMapping
    if let found = transliterations.first(where: { $0.letters.contains(lower) }) {
        return lower == String(scalar) ? found.ascii : found.ascii.uppercased()
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return ""
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
        return "u" + String(scalar.value, radix: 16)
    default: return nil
    }
}

/// By hand, because tables of systems differ, also over time.
private let spellings: [(ascii: String, letters: String)] = [
    ("a", "à á â ã ä å ā ă ą ǎ α ά а"), ("ae", "æ"), ("b", "б"), ("c", "ç ć ĉ ċ č"),
    ("ch", "χ ч"), ("d", "ď đ ð δ д"), ("e", "è é ê ë ē ĕ ė ę ě ε έ е ё э"), ("f", "φ ф"),
    ("g", "ĝ ğ ġ ģ γ г ґ"), ("h", "ĥ ħ"), ("i", "ì í î ï ĩ ī ĭ į ı ǐ η ή ι ί ϊ ΐ и і"),
    ("j", "ĵ"), ("k", "ķ ĸ κ к"), ("kh", "х"), ("l", "ĺ ļ ľ ŀ ł λ л"), ("m", "μ м"),
    ("n", "ñ ń ņ ň ŉ ŋ ν н"), ("o", "ò ó ô õ ö ø ō ŏ ő ǒ ο ό ω ώ о"), ("oe", "œ"),
    ("p", "π п"), ("ps", "ψ"), ("r", "ŕ ŗ ř ρ р"), ("s", "ś ŝ ş š ș ſ σ ς с"), ("ss", "ß"),
    ("sh", "ш"), ("shch", "щ"), ("t", "ţ ť ŧ ț τ т"), ("th", "þ θ"), ("ts", "ц"),
    ("u", "ù ú û ü ũ ū ŭ ů ű ų ǔ у ў"), ("v", "β в"), ("w", "ŵ"), ("x", "ξ"),
    ("y", "ý ÿ ŷ υ ύ ϋ ΰ й ы"), ("ya", "я"), ("ye", "є"), ("yi", "ї"), ("yu", "ю"),
    ("z", "ź ż ž ζ з"), ("zh", "ж"), ("", "ь ъ"),
]

private let transliterations: [(ascii: String, letters: Set<String>)] = spellings.map { spelling in
    (spelling.ascii, Set(spelling.letters.split(separator: " ").map(String.init)))
}

/// The number as whole pixels; nil if fractional, or beyond ±2^30, so that sums of a few pixel
/// numbers never overflow.
func pixels(_ number: Double) -> Int? {
    guard abs(number) <= 1_073_741_824 else { return nil }
    return Int(exactly: number)
}

func numbers(_ text: some StringProtocol, count: Int) throws(FormatFault) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { Double(String($0).trimmed) }.filter(\.isFinite)
    guard parts.count == count, values.count == count else {
        throw FormatFault("found \"\(text)\", expected \(count) numbers with commas between them")
    }
    return values
}

/// Comma-separated whole pixels.
func wholeNumbers(_ text: some StringProtocol, count: Int) throws(FormatFault) -> [Int] {
    let values = try numbers(text, count: count).compactMap(pixels)
    guard values.count == count else {
        throw FormatFault("found \"\(text)\", expected whole numbers of pixels")
    }
    return values
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        let end = start.reversed().prefix { $0.isWhitespace }.count
        return String(start.dropLast(end))
    }
}

/// A finite number as short decimal text: `3`, `0.5`, `-7.25`; never with an exponent.
///
/// Rounded to six digits after the point: descriptors have pixels and shares of pixels, and readers
/// are no more precise.
func decimal(_ value: Double) -> String {
    let limit = 1e12
    let bounded = min(max(value, -limit), limit)
    let millionths = Int((abs(bounded) * 1e6) + 0.5)
    let whole = millionths / 1_000_000
    let rest = millionths % 1_000_000
    let sign = bounded < 0 && millionths > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String(1_000_000 + rest).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return "\(sign)\(whole).\(digits)"
}

extension JSONOutput {
    static func decimal(_ value: Double) -> JSONOutput { .digits(AtlasBuilding.decimal(value)) }
}

/// The encoding of a text file, according to its first bytes (XML 1.0, appendix F).
private enum TextEncoding {
    case utf8
    case utf16(isBigEndian: Bool)
    case utf32

    /// The encoding, and the length of its byte order mark.
    static func detected(in bytes: some Collection<UInt8>) -> (TextEncoding, mark: Int) {
        let head = Array(bytes.prefix(4))
        if head == [0xff, 0xfe, 0, 0] || head == [0, 0, 0xfe, 0xff] { return (.utf32, 4) }
        if head == [0x3c, 0, 0, 0] || head == [0, 0, 0, 0x3c] { return (.utf32, 0) }
        if head.starts(with: [0xfe, 0xff]) { return (.utf16(isBigEndian: true), 2) }
        if head.starts(with: [0xff, 0xfe]) { return (.utf16(isBigEndian: false), 2) }
        // Without a mark, by the initial `<` of every XML document.
        if head.starts(with: [0, 0x3c]) { return (.utf16(isBigEndian: true), 0) }
        if head.starts(with: [0x3c, 0]) { return (.utf16(isBigEndian: false), 0) }
        return (.utf8, head.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
    }
}

/// The text of a descriptor without a byte order mark: UTF-8, or UTF-16 detected by a mark or the
/// first character.
///
/// Throws `FormatFault` for other encodings.
package func decodedText(_ bytes: [UInt8]) throws(FormatFault) -> String {
    if bytes.starts(with: "bplist".utf8) {
        throw FormatFault(
            "the file is a binary property list, expected XML: \"plutil -convert xml1\" makes it"
        )
    }
    let (encoding, mark) = TextEncoding.detected(in: bytes)
    let rest = bytes.dropFirst(mark)
    switch encoding {
    case .utf32: throw FormatFault("the file is UTF-32 text, expected UTF-8 or UTF-16")
    case .utf16(let isBigEndian):
        guard rest.count.isMultiple(of: 2),
            let text = String(validating: units(rest, isBigEndian), as: UTF16.self)
        else { throw FormatFault("the file begins like UTF-16 text but is not") }
        return text
    case .utf8:
        if let text = String(validating: rest, as: UTF8.self) { return text }
        let named = declaredEncoding(rest).map { "\"\($0)\" text" } ?? "not UTF-8 text"
        throw FormatFault("the file is \(named), expected UTF-8 or UTF-16")
    }
}

/// The first characters of any file, to detect its format.
package func textHead(_ bytes: [UInt8]) -> String {
    let (encoding, mark) = TextEncoding.detected(in: bytes)
    let head = bytes.prefix(4096).dropFirst(mark)
    if case .utf16(let isBigEndian) = encoding {
        return String(decoding: units(head, isBigEndian), as: UTF16.self)
    }
    return String(decoding: head, as: UTF8.self)
}

private func units(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> [UInt16] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
}

/// The encoding in an XML declaration, such as `ISO-8859-1`.
private func declaredEncoding(_ bytes: ArraySlice<UInt8>) -> String? {
    let head = String(decoding: bytes.prefix(256), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let declaration = head.split(separator: "?>").first,
        let quoted = declaration.split(separator: "encoding=").dropFirst().first
    else { return nil }
    return quoted.split { "\"'".contains($0) }.first.map(String.init)
}

/// A relative path as a URL reference (RFC 3986), with special and non-ASCII characters escaped; a
/// colon would end a scheme.
func urlReference(toPath path: String) -> String {
    percentEncoded(path.utf8, keeping: "-._~/@!$&()*+,;=")
}

/// The path of a URL reference; invalid escapes stay.
func path(ofURLReference url: String) -> String {
    percentDecoded(url, keepsBroken: true) ?? url
}

/// A name that ends in a number, such as `walk_07`.
struct NumberedName {
    var name: String
    var number: Int
    var digits: Int

    /// Splits a name; nil without a number or name, or if the number is too large.
    ///
    /// `isParted`: one of `separators` is required.
    init?(_ text: String, separators: String, isParted: Bool) {
        let digits = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        guard (1...9).contains(digits), let number = Int(text.suffix(digits)) else { return nil }
        var name = text.dropLast(digits)
        let separator = name.last.map(separators.contains) ?? false
        if separator { name = name.dropLast() }
        guard separator || !isParted, let last = name.last, last != "/" else { return nil }
        self.name = String(name)
        self.number = number
        self.digits = digits
    }
}

extension NumberedName {
    /// Splits a frame's name like libGDX's packer: `walk_07` is number 7 of `walk`.
    ///
    /// A name that libGDX could not restore stays whole.
    init?(region frame: String) {
        self.init(frame, separators: "_", isParted: true)
        if name.last?.isWhitespace == true { return nil }
    }
}

extension AtlasDescription.Animation {
    /// Finds the animations in numbered frames: `walk_0`, `walk_1` and so on are `walk`.
    ///
    /// The number follows `_`, `-`, a space or nothing, as in file names of one catalog asset.
    /// Single frames are no animation. Animations loop, are sorted by name, and have frames in the
    /// order of their numbers.
    package static func numbered(
        _ names: some Sequence<String>,
        framesPerSecond: Double
    ) -> [AtlasDescription.Animation] {
        let numbered = names.sorted().compactMap { frame in
            NumberedName(frame, separators: "_- ", isParted: false).map { (frame, $0) }
        }
        return Dictionary(grouping: numbered, by: \.1.name)
            .filter { $0.value.count > 1 }
            .map { name, frames in
                AtlasDescription.Animation(
                    name: name,
                    frames: frames.sorted { ($0.1.number, $0.0) < ($1.1.number, $1.0) }.map(\.0),
                    framesPerSecond: framesPerSecond,
                    loops: true
                )
            }
            .sorted { $0.name < $1.name }
    }
}
