import CLibraries

/// The chunks of a PNG that define its colors.
struct PNGColorChunks {
    /// As ranges of the file.
    private var ranges: [PNGChunk.Kind: Range<Int>] = [:]

    /// Takes a color chunk before the pixels; the first of a kind counts.
    mutating func take(_ chunk: PNGChunk) {
        if ranges[chunk.kind] == nil { ranges[chunk.kind] = chunk.data }
    }

    /// Combines the chunks: cICP before iCCP, sRGB, gAMA and cHRM (PNG, Third Edition, 4.3).
    ///
    /// A chunk that cannot be used is replaced by the next, and recorded as trouble.
    func colors(in bytes: Span<UInt8>, isGray: Bool) -> FoundColors {
        var trouble: String?
        if let cicp = ranges[.cicp] {
            do throws(ColorTrouble) {
                return try FoundColors(codingPoints: cicp, in: bytes)
            } catch {
                trouble = error.reason
            }
        }
        if let iccp = ranges[.iccp] {
            let found = FoundColors(profile: try inflatedProfile(bytes, iccp))
            if found.trouble == nil { return found }
            trouble = trouble ?? found.trouble
        }
        var found = FoundColors()
        if ranges[.srgb] != nil {
            found.name = "sRGB"
        } else if let gama = ranges[.gama], let value = bytes.bigEndian32(at: gama.lowerBound) {
            found = gammaColors(value, in: bytes, isGray: isGray)
        }
        // The replacement is equivalent.
        if found.name == nil { found.trouble = trouble }
        return found
    }

    /// Writers approximate sRGB's curve with 45455.
    private func gammaColors(
        _ value: UInt32,
        in bytes: Span<UInt8>,
        isGray: Bool
    ) -> FoundColors {
        // Zero is invalid, and extreme powers would leave only black and white.
        guard (5_000...500_000).contains(value) else { return FoundColors() }
        let gamma = Double(value) / 100_000
        let isUsual = (45_000...46_000).contains(value)
        let name = "gamma \(gamma)"
        if !isGray, let primaries = primaries(in: bytes), !primaries.isNear(.sRGB) {
            let curve = isUsual ? ToneCurve.sRGB : .power(1 / gamma)
            guard let formula = ColorFormula(primaries, curve) else {
                return FoundColors(name: name, trouble: "cHRM: impossible primaries")
            }
            return FoundColors(colors: .formula(formula), name: "\(name), own primaries")
        }
        return FoundColors(colors: isUsual ? .sRGB : .gamma(gamma), name: name)
    }

    private func primaries(in bytes: Span<UInt8>) -> Primaries? {
        guard let chrm = ranges[.chrm], chrm.count == 32 else { return nil }
        let numbers = (0..<8).map {
            Double(bytes.bigEndian32(at: chrm.lowerBound + 4 * $0) ?? 0) / 100_000
        }
        let isColor = stride(from: 0, to: 8, by: 2).allSatisfy {
            numbers[$0 + 1] > 0 && numbers[$0] + numbers[$0 + 1] <= 1.5
        }
        guard isColor else { return nil }
        return Primaries(white: SIMD2(numbers[0], numbers[1]), Array(numbers[2...]))
    }
}

/// The profile in an iCCP chunk: a name, a zero, the method 0, a zlib stream.
private func inflatedProfile(
    _ bytes: Span<UInt8>,
    _ chunk: Range<Int>
) throws(ColorTrouble) -> [UInt8] {
    guard let end = chunk.prefix(80).first(where: { bytes[$0] == 0 }), end + 2 < chunk.upperBound,
        bytes[end + 1] == 0
    else { throw ColorTrouble(reason: "iCCP: no profile in it") }
    let stream = bytes.extracting(end + 2..<chunk.upperBound)
    // Deflate expands at most 1032 times.
    let limit = min(ICCProfile.mostBytes, stream.count * 1032)
    guard let (profile, status) = unsafe decompressed(stream, limit: limit) else {
        throw ColorTrouble(reason: "out of memory")
    }
    switch status {
    case LIBDEFLATE_SUCCESS: return profile
    case LIBDEFLATE_INSUFFICIENT_SPACE:
        throw ColorTrouble(reason: "iCCP: a profile of more than \(ICCProfile.mostBytes) bytes")
    default: throw ColorTrouble(reason: "iCCP: broken data")
    }
}
