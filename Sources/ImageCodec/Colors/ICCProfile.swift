/// The parts of an ICC profile that define the colors of most displays: a curve for each channel
/// and three columns of a matrix (ICC.1:2022, 8.4.3), or one curve of a gray one.
struct ICCProfile {
    /// The signature of its colors, such as "RGB ".
    let space: String
    private let tags: [String: [UInt8]]

    /// Limits for tags and bytes: lcms takes no more tags, and profiles of printers have some 3 MB.
    private static let mostTags = 100
    static let mostBytes = 16 << 20

    /// Throws if the tag table is damaged, or too large.
    init(_ bytes: [UInt8]) throws(ColorTrouble) {
        let span = bytes.span
        guard bytes.count <= Self.mostBytes else {
            throw ColorTrouble(reason: "the profile has more than \(Self.mostBytes) bytes")
        }
        guard span.contains("acsp", at: 36), let count = span.bigEndian32(at: 128),
            let declared = span.bigEndian32(at: 0), Int(declared) <= bytes.count,
            Int(count) <= (bytes.count - 132) / 12
        else { throw ColorTrouble(reason: "the profile is damaged") }
        guard count <= Self.mostTags else {
            throw ColorTrouble(
                reason: "the profile has \(count) tags, expected at most \(Self.mostTags)"
            )
        }
        space = Self.text(bytes[16..<20])
        var tags: [String: [UInt8]] = [:]
        for index in 0..<Int(count) {
            let entry = 132 + 12 * index
            guard let offset = span.bigEndian32(at: entry + 4).map(Int.init),
                let length = span.bigEndian32(at: entry + 8).map(Int.init),
                offset <= bytes.count, length <= bytes.count - offset
            else { throw ColorTrouble(reason: "the profile is damaged") }
            let name = Self.text(bytes[entry..<entry + 4])
            // Other tags may share large tables; these are small.
            if Self.wanted.contains(name), tags[name] == nil {
                tags[name] = Array(bytes[offset..<offset + length])
            }
        }
        self.tags = tags
    }

    private static let wanted: Set<String> = [
        "desc", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "A2B0",
    ]

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: Unicode.ASCII.self)
    }

    /// Whether a table is more precise than the curves.
    var hasTable: Bool { tags["A2B0"] != nil }

    /// Its colors by curves and matrix; nil if missing or damaged.
    var formula: ColorFormula? {
        if space == "GRAY" { return curve("kTRC").map { ColorFormula(curves: [$0]) } }
        guard space == "RGB ", let red = column("rXYZ"), let green = column("gXYZ"),
            let blue = column("bXYZ"), let redCurve = curve("rTRC"),
            let greenCurve = curve("gTRC"), let blueCurve = curve("bTRC")
        else { return nil }
        return ColorFormula(
            curves: [redCurve, greenCurve, blueCurve],
            matrix: ColorMatrix.toSRGB * ColorMatrix(columns: red, green, blue)
        )
    }

    private func column(_ name: String) -> SIMD3<Double>? {
        guard let tag = tags[name], tag.span.contains("XYZ ", at: 0), tag.count >= 20 else {
            return nil
        }
        let numbers = Self.fixed(tag, at: 8, count: 3)
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    /// Numbers with 16 fractional bits; the bytes must exist.
    private static func fixed(_ bytes: [UInt8], at offset: Int, count: Int) -> [Double] {
        (0..<count).map { index in
            let bits = bytes.span.bigEndian32(at: offset + 4 * index) ?? 0
            return Double(Int32(bitPattern: bits)) / 65_536
        }
    }

    private func curve(_ name: String) -> ToneCurve? {
        guard let tag = tags[name], tag.count >= 12 else { return nil }
        if tag.span.contains("curv", at: 0) { return Self.table(tag) }
        if tag.span.contains("para", at: 0) { return Self.parametric(tag) }
        return nil
    }

    /// ICC.1:2022, 10.6: no entry is the identity, one a power, more a table.
    private static func table(_ tag: [UInt8]) -> ToneCurve? {
        let count = Int(tag.span.bigEndian32(at: 8) ?? 0)
        guard count <= (tag.count - 12) / 2 else { return nil }
        let entries = (0..<count).map { Double(tag.span.bigEndian16(at: 12 + 2 * $0) ?? 0) }
        switch count {
        case 0: return .power(1)
        case 1: return .power(entries[0] / 256)
        default: return .table(entries.map { $0 / 65_535 })
        }
    }

    /// ICC.1:2022, 10.18, table 68.
    private static func parametric(_ tag: [UInt8]) -> ToneCurve? {
        let kind = Int(tag.span.bigEndian16(at: 8) ?? 0)
        let counts = [1, 3, 4, 5, 7]
        guard kind < counts.count, tag.count >= 12 + 4 * counts[kind] else { return nil }
        let n = fixed(tag, at: 12, count: counts[kind])
        switch kind {
        case 0: return .power(n[0])
        case 1 where n[1] != 0, 2 where n[1] != 0:
            let shift = kind == 2 ? n[3] : 0
            return .parts(
                .init(g: n[0], a: n[1], b: n[2], c: 0, d: -n[2] / n[1], e: shift, f: shift)
            )
        case 3: return .parts(.init(g: n[0], a: n[1], b: n[2], c: n[3], d: n[4]))
        case 4:
            return .parts(.init(g: n[0], a: n[1], b: n[2], c: n[3], d: n[4], e: n[5], f: n[6]))
        default: return nil
        }
    }

    var name: String? {
        guard let tag = tags["desc"] else { return nil }
        let text: String
        if tag.span.contains("desc", at: 0), let count = tag.span.bigEndian32(at: 8).map(Int.init) {
            text = Self.text(tag.dropFirst(12).prefix(count))
        } else if tag.span.contains("mluc", at: 0),
            let length = tag.span.bigEndian32(at: 20).map(Int.init),
            let offset = tag.span.bigEndian32(at: 24).map(Int.init),
            offset <= tag.count, length <= tag.count - offset
        {
            let units = (0..<length / 2).compactMap { tag.span.bigEndian16(at: offset + 2 * $0) }
            text = String(decoding: units, as: UTF16.self)
        } else {
            return nil
        }
        let visible = text.prefix { $0 != "\0" }.prefix(100)
        return visible.isEmpty ? nil : String(visible)
    }
}
