import CCodec
import Raster

struct JPEGHeader {
    /// Before rotation.
    let storedSize: PixelSize
    /// 1, 3 or 4.
    let components: Int
    let colors: FoundColors
    let info: ImageInfo

    init(_ bytes: Span<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        var header = kiln_jpeg_header()
        unsafe try callDecoder(of: .jpeg, reading: bytes) { file, message in
            unsafe kiln_jpeg_read_header(file.baseAddress, file.count, &header, message)
        }
        storedSize = try limits.check(width: header.width, height: header.height, in: .jpeg)
        let segments = jpegSegments(bytes)
        components = Int(header.components)
        colors = FoundColors(profile: try jpegProfile(bytes, segments))
        var info = ImageInfo(format: .jpeg, hasAlpha: false, bitDepth: Int(header.precision))
        info.chromaSubsampling = ChromaSubsampling(
            horizontal: Int(header.horizontal_subsampling),
            vertical: Int(header.vertical_subsampling)
        )
        info.orientation = ExifOrientation(ofJPEG: bytes, segments)
        self.info = colors.describing(info)
    }

    var inkProfile: [UInt8]? {
        guard components == 4, case .profile(let profile) = colors.colors,
            profile.span.contains("CMYK", at: 16)
        else { return nil }
        return profile
    }

    var size: PixelSize { info.orientation.swapsSides ? storedSize.transposed : storedSize }
}

func decodeJPEG(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits
) throws(ImageDecodingError) -> DecodedImage {
    let header = try JPEGHeader(bytes, limits: limits)
    let (width, height) = (UInt32(header.storedSize.width), UInt32(header.storedSize.height))
    // A progressive file is decoded as coefficients: 2 bytes for each sample of up to 4 components.
    let memory = limits.maximumPixels.multipliedReportingOverflow(by: 8)
    let inks = limits.convertsColors ? header.inkProfile : nil
    let scans = limits.maximumScans
    var stored = unsafe try StraightImage(size: header.storedSize) {
        (pixels) throws(ImageDecodingError) in
        unsafe try callDecoder(of: .jpeg, reading: bytes, scanLimit: scans) { file, message in
            unsafe kiln_jpeg_decode(
                file.baseAddress,
                file.count,
                width,
                height,
                UInt32(clamping: scans),
                memory.overflow ? Int.max : memory.partialValue + (16 << 20),
                inks == nil ? 0 : 1,
                pixels.baseAddress,
                message
            )
        }
    }
    var info = header.info
    if let inks {
        do throws(ColorTrouble) {
            try stored.convertInPlace(by: inks, KILN_CMYK_8)
        } catch {
            // Without a profile, standard inks are assumed.
            var plain = limits
            plain.convertsColors = false
            var decoded = try decodeJPEG(bytes, limits: plain)
            decoded.info.colorTrouble = error.reason
            return decoded
        }
    } else if header.components == 4, header.colors.colors != .sRGB {
        info.colorTrouble = "the profile is of other colors than the picture"
    } else {
        stored.convert(from: header.colors, limits, &info)
    }
    return DecodedImage(image: info.orientation.applied(to: stored), info: info)
}

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
        let number = Int(bytes[content.lowerBound + 12])
        let count = Int(bytes[content.lowerBound + 13])
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

/// How the stored image must be rotated for display (EXIF tag 0x0112).
public enum ExifOrientation: Int, Hashable, Sendable {
    case up = 1
    case mirrored
    case halfTurn
    case mirroredVertically
    case transposed
    case clockwise
    /// Mirrored on the other diagonal.
    case transversed
    case counterclockwise

    var swapsSides: Bool { rawValue >= 5 }

    func applied(to image: StraightImage) -> StraightImage {
        switch self {
        case .up: image
        case .mirrored: image.flippedHorizontally()
        case .halfTurn: image.rotatedHalfTurn()
        case .mirroredVertically: image.flippedVertically()
        case .transposed: image.transposed()
        case .clockwise: image.rotatedClockwise()
        case .transversed: image.rotatedHalfTurn().transposed()
        case .counterclockwise: image.rotatedCounterclockwise()
        }
    }

    /// Finds the orientation in a JPEG; `.up` without valid EXIF.
    ///
    /// Broken EXIF is common and does not affect the pixels, so it is never an error.
    init(ofJPEG bytes: Span<UInt8>, _ segments: [(code: UInt8, content: Range<Int>)]) {
        self = .up
        for (code, content) in segments where code == 0xE1 && content.count > 6 {
            guard bytes.contains("Exif\0\0", at: content.lowerBound) else { continue }
            let tiff = bytes.extracting(content.lowerBound + 6..<content.upperBound)
            if let found = ExifOrientation(inTIFF: tiff) { self = found }
            return
        }
    }

    /// Reads the first image directory of a TIFF structure (TIFF 6.0, section 2).
    private init?(inTIFF bytes: Span<UInt8>) {
        let isLittle = bytes.contains("II", at: 0)
        guard isLittle || bytes.contains("MM", at: 0) else { return nil }
        func short(_ offset: Int) -> Int? {
            bytes.bigEndian16(at: offset).map { Int(isLittle ? $0.byteSwapped : $0) }
        }
        func long(_ offset: Int) -> Int? {
            bytes.bigEndian32(at: offset).map { Int(isLittle ? $0.byteSwapped : $0) }
        }
        guard short(2) == 42, let directory = long(4), let count = short(directory) else {
            return nil
        }
        for i in 0..<count {
            let entry = directory + 2 + 12 * i
            guard let tag = short(entry) else { return nil }
            guard tag == 0x0112 else { continue }
            // One SHORT; some writers use LONG.
            switch short(entry + 2) {
            case 3: self.init(rawValue: short(entry + 8) ?? 0)
            case 4: self.init(rawValue: long(entry + 8) ?? 0)
            default: return nil
            }
            return
        }
        return nil
    }
}
