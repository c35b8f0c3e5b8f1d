/// The codes and contents of the segments before a JPEG's first scan, as ranges of the file, up to
/// the first invalid one.
func jpegSegments(_ bytes: Span<UInt8>) -> [(code: UInt8, content: Range<Int>)] {
    var found: [(code: UInt8, content: Range<Int>)] = []
    var offset = 2
    // 0xFF (any number of times), a code, and a length.
    while offset + 3 < bytes.count, bytes[offset] == 0xFF {
        let code = bytes[offset + 1]
        if code == 0xFF {
            offset += 1
            continue
        }
        if code == 0x01 || (0xD0...0xD7).contains(code) {
            offset += 2
            continue
        }
        guard code != 0xDA, code != 0xD9, let length = bytes.bigEndian16(at: offset + 2),
            length >= 2
        else { return found }
        let content = offset + 4..<offset + 2 + Int(length)
        guard content.upperBound <= bytes.count else { return found }
        found.append((code, content))
        offset = content.upperBound
    }
    return found
}

/// Assembles the ICC profile of a JPEG from its pieces (ICC.1:2010, B.4); nil without one.
///
/// Throws if pieces are missing or do not match.
func jpegProfile(
    _ bytes: Span<UInt8>,
    _ segments: [(code: UInt8, content: Range<Int>)]
) throws(ColorTrouble) -> [UInt8]? {
    var pieces: [Int: Range<Int>] = [:]
    var declared: Int?
    for (code, content) in segments where code == 0xE2 && content.count > 14 {
        guard bytes.contains("ICC_PROFILE\0", at: content.lowerBound) else { continue }
        let (number, count) = (
            Int(bytes[content.lowerBound + 12]), Int(bytes[content.lowerBound + 13])
        )
        guard declared == nil || declared == count, pieces[number] == nil else {
            throw ColorTrouble(reason: "APP2: pieces of unlike profiles")
        }
        declared = count
        pieces[number] = content.lowerBound + 14..<content.upperBound
    }
    guard let declared else { return nil }
    guard declared > 0, pieces.count == declared else {
        throw ColorTrouble(
            reason: "APP2: found \(pieces.count) pieces of a profile, expected \(declared)"
        )
    }
    var profile: [UInt8] = []
    for number in 1...declared {
        guard let piece = pieces[number] else {
            throw ColorTrouble(reason: "APP2: piece \(number) of a profile is missing")
        }
        profile += bytes.array(piece)
    }
    return profile
}
