import Diagnostics
package import Raster

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A picture that is not the same in two bakes.
package struct PictureChange: Hashable, Sendable, Encodable {
    /// What the name is of, in the order of lists.
    package enum Subject: String, CaseIterable, Sendable {
        /// A dressed pet whose layers moved or are others, in words.
        case look
        case frame
        /// A file of a target of kind `images`, by its path.
        case file
    }

    package let subject: Subject
    package let name: String
    package let kind: ChangeKind
    /// The target whose pages show it.
    package let target: String
    /// Pixels per point.
    package let scale: Int
    /// How much; nil unless changed.
    package private(set) var difference: PictureDifference?
    /// Nil when none exists, when its page is not there, or in reports.
    package private(set) var old: StraightImage?
    package private(set) var new: StraightImage?
    /// The name as that of its subject.
    private let look: String?
    private let frame: String?
    private let file: String?
    /// As "136x128".
    private let oldSize: String?
    private let newSize: String?
    /// The file that shows it.
    package private(set) var picture: String?

    private enum CodingKeys: CodingKey {
        case kind, target, frame, look, file, scale, oldSize, newSize, difference, picture
    }

    package init(
        _ subject: Subject,
        _ name: String,
        _ kind: ChangeKind,
        target: String,
        scale: Int,
        difference: PictureDifference? = nil,
        old: StraightImage? = nil,
        new: StraightImage? = nil
    ) {
        self.subject = subject
        self.name = name
        self.kind = kind
        self.target = target
        self.scale = scale
        self.difference = difference
        self.old = old
        self.new = new
        look = subject == .look ? name : nil
        frame = subject == .frame ? name : nil
        file = subject == .file ? name : nil
        oldSize = old.map { "\($0.size)" }
        newSize = new.map { "\($0.size)" }
    }

    /// The same for a report, without images, which would fill the memory; `picture` is its file.
    package func reported(picture: String?) -> PictureChange {
        var change = self
        (change.old, change.new, change.picture) = (nil, nil, picture)
        change.difference?.picture = nil
        return change
    }

    /// The heading of its list.
    package var section: String {
        switch subject {
        case .look: "dressed pets"
        case .frame: "frames of \(target)"
        case .file: "pictures of \(target)"
        }
    }

    /// What is to be said of it.
    var fact: String { difference?.summary ?? newSize ?? oldSize ?? "its page is not there" }
}

extension PictureChange {
    /// Old, new and difference side by side, with the measure under the difference.
    ///
    /// What is not there is an empty place; of a picture that came or went there is no difference.
    ///
    /// - Returns: nil when the sheet would pass the largest raster side.
    package func triptych() -> StraightImage? {
        var cells = [("old", old), ("new", new)].map { label, picture in
            ContactSheet.Cell(
                picture: picture,
                label: label,
                note: picture.map { "\($0.size)" } ?? "none"
            )
        }
        if let difference {
            let maximum = "max \(difference.maximumChannelDifference)"
            let ratio = difference.psnr.map { ", \(decimal($0, 1)) dB" } ?? ""
            cells.append(
                ContactSheet.Cell(
                    picture: difference.picture,
                    label: "\(decimal(difference.share * 100, 2))% differ",
                    note: difference.differingPixels == 0 ? "other size" : maximum + ratio
                )
            )
        }
        return ContactSheet(title: "\(kind) \(name)", rows: [ContactSheet.Row(cells: cells)])
            .drawn(SheetStyle().suited(toWidth: max(old?.width ?? 0, new?.width ?? 0)))
    }
}

/// How much two pictures differ, as they are seen.
///
/// Colors are compared multiplied by their alpha, so that what is under clear pixels does not
/// count. Pictures of different sizes are compared with their top-left corners together; what is
/// outside of one of them counts as clear.
package struct PictureDifference: Hashable, Sendable, Encodable {
    /// The sizes of the two pictures.
    package let oldSize: PixelSize
    package let newSize: PixelSize
    /// How many pixels differ in any channel.
    package let differingPixels: Int
    /// The area that holds both pictures, in pixels.
    package let comparedPixels: Int
    /// Of differing pixels, 0...1.
    let share: Double
    /// The largest difference of any channel, alpha included, 0...255.
    package let maximumChannelDifference: Int
    /// Peak signal-to-noise ratio over the four premultiplied channels, in dB; nil when no pixel
    /// differs.
    package let psnr: Double?
    /// The smallest rectangle that holds every differing pixel; nil when none exists.
    package let changedArea: PixelRect?
    /// The new picture in faint gray with the differences on it, opaque: from yellow, where a
    /// channel differs by one, through red to magenta, where one differs by 255; nil in reports.
    package var picture: StraightImage?
    /// One line: sizes when they changed, the share of differing pixels, the largest difference,
    /// and the ratio.
    package private(set) var summary = "identical"

    private enum CodingKeys: String, CodingKey {
        case differingPixels, comparedPixels, share, maximumChannelDifference, psnr, summary
        case changedArea = "area"
    }

    /// Whether the pictures look the same and have the same size.
    package var isNone: Bool { differingPixels == 0 && oldSize == newSize }

    fileprivate func summarized() -> PictureDifference {
        if isNone { return self }
        var parts: [String] = []
        if oldSize != newSize { parts.append("\(oldSize) -> \(newSize)") }
        let percent = Double(differingPixels) * 100 / Double(comparedPixels)
        parts.append("\(differingPixels) of \(comparedPixels) pixels (\(decimal(percent, 2))%)")
        parts.append("max \(maximumChannelDifference)")
        if let psnr { parts.append("PSNR \(decimal(psnr, 1)) dB") }
        var difference = self
        difference.summary = parts.joined(separator: ", ")
        return difference
    }
}

/// Compares two pictures.
package func diffPictures(_ old: StraightImage, _ new: StraightImage) -> PictureDifference {
    let union = PixelRect(old.size).union(PixelRect(new.size))
    let before = old.cropped(to: union).premultiplied()
    let after = new.cropped(to: union).premultiplied()
    var picture = StraightImage(size: union.size, filledWith: StraightPixel(r: 0, g: 0, b: 0))
    var (differing, maximum, squares) = (0, 0, 0)
    for y in 0..<union.height {
        for x in 0..<union.width {
            let (was, now) = (before[x, y], after[x, y])
            if was == now {
                picture[x, y] = faint(now)
                continue
            }
            let differences = [
                abs(Int(was.r) - Int(now.r)), abs(Int(was.g) - Int(now.g)),
                abs(Int(was.b) - Int(now.b)), abs(Int(was.a) - Int(now.a)),
            ]
            let largest = differences.max() ?? 0
            differing += 1
            maximum = max(maximum, largest)
            squares += differences.reduce(0) { $0 + $1 * $1 }
            picture[x, y] = heat(largest)
        }
    }
    let mean = Double(squares) / Double(4 * union.size.area)
    return PictureDifference(
        oldSize: old.size,
        newSize: new.size,
        differingPixels: differing,
        comparedPixels: union.size.area,
        share: Double(differing) / Double(union.size.area),
        maximumChannelDifference: maximum,
        psnr: squares == 0 ? nil : 10 * log10(255 * 255 / mean),
        changedArea: before.changedArea(from: after),
        picture: picture
    ).summarized()
}

/// A pixel that did not change: its brightness over black, pale enough to stay in the background.
private func faint(_ pixel: PremultipliedPixel) -> StraightPixel {
    let sum = 299 * Int(pixel.r) + 587 * Int(pixel.g) + 114 * Int(pixel.b)
    let gray = UInt8(24 + sum / 1000 * 72 / 255 + Int(pixel.a) * 24 / 255)
    return StraightPixel(r: gray, g: gray, b: gray)
}

/// Yellow at 1, red at 64, magenta at 255.
private func heat(_ difference: Int) -> StraightPixel {
    let value = max(1, min(255, difference))
    if value <= 64 {
        return StraightPixel(r: 255, g: UInt8(220 * (64 - value) / 63), b: 0)
    }
    return StraightPixel(r: 255, g: 0, b: UInt8(255 * (value - 64) / 191))
}
