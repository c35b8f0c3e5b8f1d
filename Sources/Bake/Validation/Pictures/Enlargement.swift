package import Diagnostics
import Raster

extension Check {
    package static let upscaled = Check("upscaled", .warning)
}

/// An enlarged image: each pixel is repeated, or pixels in between were interpolated.
func enlargement(_ picture: CheckedPicture) -> Diagnostic? {
    for factor in [8, 7, 6, 5, 4, 3, 2] where factor > picture.density {
        guard picture.frames.allSatisfy({ isMadeOfBlocks(picture.image, $0, factor) }),
            picture.frames.contains(where: { hasDetail(picture.image, $0, factor) })
        else { continue }
        return picture.report(
            .upscaled,
            "the picture was enlarged, found each pixel repeated \(factor)x\(factor)",
            help: "save it at its own size, or say the density in its name (@\(factor)x)"
        )
    }
    guard let factor = interpolationPeriod(picture) else { return nil }
    return picture.report(
        .upscaled,
        "the picture was enlarged, found pixels interpolated between every \(ordinal(factor))",
        help: "draw it at this size, or save it at its own and say the density in its name"
    )
}

private func ordinal(_ factor: Int) -> String { factor == 2 ? "second one" : "third one" }

// MARK: - Repeated pixels

/// Whether the frame consists evenly of uniform blocks.
private func isMadeOfBlocks(_ image: StraightImage, _ frame: PixelRect, _ factor: Int) -> Bool {
    guard frame.width % factor == 0, frame.height % factor == 0 else { return false }
    // From the center: margins are alike in every image.
    let (columns, rows) = (frame.width / factor, frame.height / factor)
    return unsafe image.withWords { words in
        for row in 0..<rows {
            let y = frame.y + (row + rows / 2) % rows * factor
            for column in 0..<columns {
                let x = frame.x + (column + columns / 2) % columns * factor
                let first = y &* image.width &+ x
                let color = unsafe words[first]
                for dy in 0..<factor {
                    for dx in 0..<factor
                    where unsafe words[first &+ dy &* image.width &+ dx] != color { return false }
                }
            }
        }
        return true
    }
}

/// Whether there is too much detail for blocks by chance.
///
/// Squares, panels and checkerboards have few distinct rows and columns.
private func hasDetail(_ image: StraightImage, _ frame: PixelRect, _ factor: Int) -> Bool {
    func kinds(_ lines: Int, _ length: Int, _ at: (Int, Int) -> StraightPixel) -> Int {
        var seen: Set<Int> = []
        for line in 0..<lines {
            var hasher = Hasher()
            for place in 0..<length { hasher.combine(at(line, place)) }
            seen.insert(hasher.finalize())
            if seen.count == fewestKinds { break }
        }
        return seen.count
    }
    let (columns, rows) = (frame.width / factor, frame.height / factor)
    func block(_ column: Int, _ row: Int) -> StraightPixel {
        let pixel = image[frame.x + column * factor, frame.y + row * factor]
        return pixel.a == 0 ? .clear : pixel
    }
    return kinds(rows, columns) { block($1, $0) } == fewestKinds
        && kinds(columns, rows) { block($0, $1) } == fewestKinds
}

/// Art drawn pixel by pixel has at least this many distinct rows and columns of blocks; a panel has
/// four: outside, its border, its corner and its inside.
private let fewestKinds = 5

// MARK: - Interpolated pixels

/// The distance of original pixels among interpolated ones, along rows and columns; nil without
/// such a period.
///
/// Linear interpolation makes third differences vanish between its knots, so that their mean size
/// varies with the period of the enlargement; in drawn art it is uniform (after Gallagher,
/// Detection of Linear and Cubic Interpolation in JPEG Compressed Images, 2005, who uses second
/// differences).
private func interpolationPeriod(_ picture: CheckedPicture) -> Int? {
    let (image, bounds) = (picture.image, picture.measures.compactMap(\.bounds))
    // A quick test nearly always finds no period.
    let glance = Beat(image, bounds, isHorizontal: true, pixels: 512, marksSpots: false)
    guard let period = glance.period else { return nil }
    let isEverywhere = [true, false].allSatisfy { isHorizontal in
        let beat = Beat(image, bounds, isHorizontal: isHorizontal, pixels: 4096)
        return beat.period == period && beat.spots >= 12
    }
    // Few colors mean that nothing was interpolated.
    return isEverywhere && !image.isHardEdged ? period : nil
}

/// Third differences of lightness by their phase.
private struct Beat {
    /// 6 phases, for periods of 2 and of 3.
    private var sums = [Int](repeating: 0, count: 6)
    private var counts = [Int](repeating: 0, count: 6)
    /// A bit for each of 64 positions along the lines with changes.
    private var lively: UInt64 = 0
    private let marksSpots: Bool

    /// The number of positions with changes, at most 64: two straight edges are not periodic.
    var spots: Int { lively.nonzeroBitCount }

    /// Reads about `pixels` pixels in each frame, and at least four lines.
    init(
        _ image: StraightImage,
        _ frames: [PixelRect],
        isHorizontal: Bool,
        pixels: Int,
        marksSpots: Bool = true
    ) {
        self.marksSpots = marksSpots
        for bounds in frames { add(image, bounds, isHorizontal: isHorizontal, pixels) }
    }

    /// Positions are relative to the image's corner.
    private mutating func add(
        _ image: StraightImage,
        _ bounds: PixelRect,
        isHorizontal: Bool,
        _ count: Int
    ) {
        let (lines, length) =
            isHorizontal ? (bounds.height, bounds.width) : (bounds.width, bounds.height)
        guard length >= 12, lines >= 4 else { return }
        let step = max(1, lines / max(4, count / length))
        unsafe image.withWords { words in
            guard let words = words.baseAddress else { return }
            // Eight more, so that six can be added as eight.
            let room = length + 8
            unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * room) { lanes in
                unsafe lanes.initialize(repeating: 0)
                guard let light = lanes.baseAddress else { return }
                let isSolid = unsafe light + room
                let differences = unsafe light + 2 * room
                let isKnown = unsafe light + 3 * room
                for line in stride(from: step / 2, to: lines, by: step) {
                    let start =
                        isHorizontal
                        ? (bounds.y + line) * image.width + bounds.x
                        : bounds.y * image.width + bounds.x + line
                    let stride = isHorizontal ? 1 : image.width
                    for index in 0..<length {
                        let pixel = unsafe words[start &+ index &* stride]
                        unsafe light[index] = lightness(pixel)
                        unsafe isSolid[index] = pixel >= 250 &<< 24 ? 1 : 0
                    }
                    // Without a branch, which the compiler vectorizes.
                    for index in 3..<length {
                        let (one, two) = unsafe (light + (index &- 3), isSolid + (index &- 3))
                        let difference = unsafe one[3] &- one[0] &- 3 &* (one[2] &- one[1])
                        let known = unsafe two[0] & two[1] & two[2] & two[3]
                        unsafe differences[index] = abs(difference) &* known
                        unsafe isKnown[index] = known
                    }
                    unsafe add(differences, isKnown, length, isHorizontal ? bounds.x : bounds.y)
                }
            }
        }
    }

    /// Adds one line, whose first pixel is at `offset` from the image's edge.
    private mutating func add(
        _ differences: UnsafePointer<Int32>,
        _ isKnown: UnsafePointer<Int32>,
        _ length: Int,
        _ offset: Int
    ) {
        // The last two lanes are the first of the next six.
        var (sizes, numbers) = (SIMD8<Int32>(), SIMD8<Int32>())
        for index in stride(from: 0, to: length, by: 6) {
            sizes &+= unsafe UnsafeRawPointer(differences + index).loadUnaligned(as: SIMD8.self)
            numbers &+= unsafe UnsafeRawPointer(isKnown + index).loadUnaligned(as: SIMD8.self)
        }
        for lane in 0..<6 {
            sums[(offset + lane) % 6] += Int(sizes[lane])
            counts[(offset + lane) % 6] += Int(numbers[lane])
        }
        guard marksSpots else { return }
        for index in 0..<length where unsafe differences[index] > 16 {
            lively |= 1 &<< UInt64(index & 63)
        }
    }

    /// The period in which one phase has hardly any third differences, and another has many.
    ///
    /// In the art of Kenney, LPC and Noto the least mean is never below 0.86 of the greatest for a
    /// period of 2 and 0.65 for 3; enlarged, it is below 0.3 nearly always.
    var period: Int? {
        [2, 3].first { period in
            let means = (0..<period).compactMap { place -> Double? in
                let places = stride(from: place, to: 6, by: period)
                let count = places.reduce(0) { $0 + counts[$1] }
                return count < 128
                    ? nil : Double(places.reduce(0) { $0 + sums[$1] }) / Double(count)
            }
            guard means.count == period, let least = means.min(), let most = means.max() else {
                return false
            }
            return most > 4 && least < most * 0.4
        }
    }
}

/// Approximate luma, 0...255 * 8.
@inline(__always)
private func lightness(_ pixel: UInt32) -> Int32 {
    let (red, green, blue) = (pixel & 255, pixel &>> 8 & 255, pixel &>> 16 & 255)
    return Int32(truncatingIfNeeded: 2 &* red &+ 5 &* green &+ blue)
}
