import Diagnostics
import Raster

extension Check {
    static let densityMismatch = Check("density-mismatch")
}

struct FileSize: Sendable {
    var path: String
    /// Pixels per point.
    var density: Int
    /// Of the first frame, in pixels.
    var cell: PixelSize

    fileprivate var points: (width: Int, height: Int) {
        ((cell.width + density - 1) / density, (cell.height + density - 1) / density)
    }
}

/// Finds the first file of an asset that differs in size from the others; `files` have different
/// densities.
func checkDensities(of asset: String, _ files: [FileSize]) -> Diagnostic? {
    guard let first = files.first,
        let other = files.dropFirst().first(where: { $0.points != first.points })
    else { return nil }
    func words(_ file: FileSize) -> String {
        "\(file.points.width)x\(file.points.height) points in \(file.path) "
            + "(\(file.density) pixel\(file.density == 1 ? "" : "s") per point)"
    }
    // Twice as many pixels were saved with another suffix than @2x.
    let times = other.cell.width / max(1, first.cell.width)
    let isMultiple =
        times > 1 && other.cell.width == times * first.cell.width
        && other.cell.height == times * first.cell.height
    return Diagnostic(
        .densityMismatch,
        at: SourceLocation(path: other.path),
        message: "the files of asset \"\(asset)\" disagree in size, found \(words(first)) and "
            + words(other),
        help: first.cell == other.cell
            ? "it is one picture in several slots: say how large it is seen with \"placement\": "
                + "{\"size\": …}, or its pixels per point with \"density\" in a rule of \"sheets\""
            : isMultiple
                ? "call it \(asset)@\(times * first.density)x, for its \(times * first.density) pixels "
                    + "per point"
                : "export all of them from one drawing"
    )
}

/// A thumbnail of mean colors, for comparing files of different densities.
struct PictureSketch: Sendable {
    let path: String
    /// Premultiplied channels of 16 times 16 parts, 0...255.
    private let parts: [SIMD4<Double>]

    init(_ picture: CheckedPicture) {
        path = picture.path
        let image = picture.image
        parts = (0..<16 * 16).map { part in
            // Up to 64 samples of each part.
            let (left, right) = (part % 16 * image.width / 16, (part % 16 + 1) * image.width / 16)
            let (top, bottom) = (part / 16 * image.height / 16, (part / 16 + 1) * image.height / 16)
            var sum = SIMD4<Double>.zero
            var count = 0.0
            for y in stride(from: top, to: bottom, by: max(1, (bottom - top) / 8)) {
                for x in stride(from: left, to: right, by: max(1, (right - left) / 8)) {
                    let pixel = image[x, y]
                    let alpha = Double(pixel.a)
                    sum += SIMD4(Double(pixel.r), Double(pixel.g), Double(pixel.b), 255) * alpha
                    count += 255
                }
            }
            return sum / max(1, count)
        }
    }

    /// The mean difference over visible parts, 0...1.
    func difference(to other: PictureSketch) -> Double {
        var (sum, seen) = (0.0, 0.0)
        for (one, two) in zip(parts, other.parts) where max(one.w, two.w) > 8 {
            let apart = (one - two).replacing(with: two - one, where: one .< two)
            sum += apart.max()
            seen += 255
        }
        return sum / max(1, seen)
    }
}

/// Finds the first file of an asset that shows something else than the first one; `files` have
/// different densities.
func checkSameArt(of asset: String, _ files: [PictureSketch]) -> Diagnostic? {
    guard let first = files.first else { return nil }
    for other in files.dropFirst() {
        let difference = first.difference(to: other)
        // Game art redrawn at another size differs by a few hundredths.
        guard difference > 0.16 else { continue }
        return Diagnostic(
            .densityMismatch,
            severity: .warning,
            at: SourceLocation(path: other.path),
            message:
                "the files of asset \"\(asset)\" show different pictures, found a difference of "
                + "\(percent(difference)) to \(first.path)",
            help: "export all of them from one drawing",
            related: [SourceLocation(path: first.path)]
        )
    }
    return nil
}
