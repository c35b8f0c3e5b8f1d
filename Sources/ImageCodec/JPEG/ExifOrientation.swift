import Raster

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
