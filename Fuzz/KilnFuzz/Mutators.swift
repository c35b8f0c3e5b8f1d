import CFuzzer
import Catalog
import TestSupport

// Changed files that stay what they are: JSON with other values and members, PNG with right
// checksums. Changes of single bytes, libFuzzer's own, mostly break the outermost shell.

/// SplitMix64, seeded by libFuzzer, so that a run can be repeated.
struct MutationRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt32) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}

/// How a target's files are changed; nil leaves it to libFuzzer.
nonisolated(unsafe) let mutators: [String: ([UInt8], inout MutationRandom) -> [UInt8]?] = [
    "catalog": mutatedJSON, "manifest": mutatedJSON, "atlas": mutatedJSON, "png": mutatedPNG,
    "tokens": mutatedJSON, "cache": mutatedCache, "record": mutatedRecord,
]

// MARK: - JSON

/// One to four changes of values and members; nil when the bytes are not JSON.
private func mutatedJSON(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
    guard Int.random(in: 0..<8, using: &random) > 0, var tree = JSONTree(bytes),
        case .object = tree
    else { return nil }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<tree.count, using: &random)
        let other = tree.value(at: Int.random(in: 0..<tree.count, using: &random))
        tree = tree.changed(at: place) { change($0, other, &random) }
    }
    return tree.bytes
}

private func change(
    _ value: JSONTree,
    _ other: JSONTree,
    _ random: inout MutationRandom
) -> JSONTree {
    switch (value, Int.random(in: 0..<8, using: &random)) {
    case (.object(var members), 0...5):
        let place = members.indices.randomElement(using: &random)
        switch (place, Int.random(in: 0..<6, using: &random)) {
        case (let place?, 0): members.remove(at: place)
        case (let place?, 1): members.insert(members[place], at: place)
        case (let place?, 2):
            members[place].name = quoted(memberNames.randomElement(using: &random))
        case (let place?, 3): members[place].value = extreme(&random)
        case (let place?, 4): members[place].value = other
        default:
            let name = quoted(memberNames.randomElement(using: &random))
            members.append((name, Bool.random(using: &random) ? other : extreme(&random)))
        }
        return .object(members)
    case (.array(var values), 0...5):
        let place = values.indices.randomElement(using: &random)
        switch (place, Int.random(in: 0..<6, using: &random)) {
        case (let place?, 0): values.remove(at: place)
        case (let place?, 1): values.insert(values[place], at: place)
        case (let place?, 2): values[place] = other
        case (_, 3): values = []
        case (_, 4): values.append(extreme(&random))
        default: values.shuffle(using: &random)
        }
        return .array(values)
    case (_, 6): return other
    case (_, 7): return .array([value])
    default: return extreme(&random)
    }
}

/// A value that hardly anybody writes.
private func extreme(_ random: inout MutationRandom) -> JSONTree {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .array([])
    case 1: return .object([])
    case 2: return (0..<70).reduce(.array([])) { inner, _ in .array([inner]) }
    case 3: return .plain(Array("\"\(String(repeating: "x", count: 300))\"".utf8))
    default: return .plain(Array((extremes.randomElement(using: &random) ?? "0").utf8))
    }
}

private let extremes = [
    "0", "-0", "1", "-1", "2", "64", "0.5", "-0.5", "1e-320", "1e308", "-1e308", "1e999", "255",
    "256", "4096", "4097", "16384", "65536", "2147483647", "-2147483648", "4294967296",
    "9007199254740991", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "18446744073709551616", "true", "false", "null", "\"\"", "\".\"",
    "\"..\"", "\"../x\"", "\"/x\"", "\"con\"", "\"manifest.json\"", "\"0-4095\"", "\"3-0\"",
    "\"999999-0\"", "\"*\"", "\"<species>\"", "\"<asset>\"", "\"<\"", "\"#00FF00\"", "\"#\"",
    "\"auto\"", "\"kiln\"", "\"\\u0000\"", "\"\\ud800\"", "\"\u{1F43A}\"",
]

/// All members that catalogs have, and some of other files.
private let memberNames: [String] = {
    var names = [
        "frames", "meta", "image", "size", "scale", "w", "h", "x", "y", "frame", "rotated",
        "trimmed", "spriteSourceSize", "sourceSize", "pivot", "anchor", "textures", "filename",
        "borders",
        "format", "version", "generator", "files", "pages", "images", "art", "origins",
        "animations",
    ]
    // The schema names what may stand in an object by `"name": {`.
    for line in catalogSchema().split(separator: "\n") where line.hasSuffix("{") {
        let parts = line.split(separator: "\"")
        if parts.count > 1 { names.append(String(parts[1])) }
    }
    return names
}()

private func quoted(_ name: String?) -> [UInt8] { Array("\"\(name ?? "")\"".utf8) }

// MARK: - PNG

/// libFuzzer's change with the checksums put right; now and then new pixels of the declared size.
private func mutatedPNG(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
    var bytes = bytes
    if Int.random(in: 0..<4, using: &random) > 0 { bytes = changedByFuzzer(bytes) }
    if Int.random(in: 0..<4, using: &random) == 0 { bytes = withNewPixels(bytes, &random) ?? bytes }
    return withRightChecksums(bytes) ?? bytes
}

private func changedByFuzzer(_ bytes: [UInt8]) -> [UInt8] {
    var buffer = bytes + [UInt8](repeating: 0, count: 64)
    let count = LLVMFuzzerMutate(&buffer, bytes.count, buffer.count)
    return Array(buffer.prefix(count))
}

/// The file with one IDAT of stored blocks with rows as the header declares them.
private func withNewPixels(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
    let chunks = pngChunks(bytes)
    guard let header = chunks.first, header.type == Array("IHDR".utf8), header.data.count == 13
    else { return nil }
    let data = header.data
    let width = data[0..<4].reduce(0) { $0 << 8 | Int($1) }
    let height = data[4..<8].reduce(0) { $0 << 8 | Int($1) }
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(data[9])] ?? 4
    guard (1...64).contains(width), (1...64).contains(height) else { return nil }
    let row = (width * samples * Int(data[8]) + 7) / 8
    var rows: [UInt8] = []
    for _ in 0..<height {
        rows.append(UInt8.random(in: 0...5, using: &random))
        for _ in 0..<row { rows.append(UInt8.random(in: 0...255, using: &random)) }
    }
    // More and fewer bytes than declared are wrong in ways of their own.
    switch Int.random(in: 0..<8, using: &random) {
    case 0: rows.removeLast(min(rows.count, Int.random(in: 1...9, using: &random)))
    case 1: rows.append(0)
    default: break
    }
    var result = Array(bytes.prefix(8))
    var isWritten = false
    for chunk in chunks {
        if chunk.type == Array("IDAT".utf8) {
            if !isWritten { result += pngChunk(chunk.type, zlib(rows)) }
            isWritten = true
        } else {
            result += pngChunk(chunk.type, chunk.data)
        }
    }
    return isWritten ? result : nil
}

func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
}

private func pngChunk(_ type: [UInt8], _ data: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(data.count)) + type + data + [0, 0, 0, 0]
}

private func pngChunks(_ bytes: [UInt8]) -> [(type: [UInt8], data: [UInt8])] {
    var chunks: [(type: [UInt8], data: [UInt8])] = []
    var start = 8
    while start + 12 <= bytes.count {
        let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - start - 12 else { break }
        let data = start + 8
        chunks.append((Array(bytes[start + 4..<data]), Array(bytes[data..<data + length])))
        start = data + length + 4
    }
    return chunks
}
