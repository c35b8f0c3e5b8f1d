import Catalog
import Diagnostics
import KilnManifest
import Raster

extension Check {
    static let oddPicture = Check("odd-picture", .warning)
}

/// A picture among others of its kind.
struct SiblingFacts: Sendable {
    enum Kind: Hashable, CaseIterable, Sendable {
        case base
        case overlay
        /// An image that was cut out, such as an icon.
        case icon
        /// An opaque image.
        case scene

        var isImage: Bool { self == .icon || self == .scene }

        /// Several of them, for messages.
        var noun: String {
            switch self {
            case .base: "pets and outfits"
            case .overlay: "overlays"
            case .icon: "images that are cut out"
            case .scene: "opaque images"
            }
        }
    }

    var path: String
    var kind: Kind
    var traits: DrawingTraits
}

/// Finds pictures that differ in how they were drawn or exported from all others of their kind.
///
/// Only where the others agree with each other: games that mix styles are left alone.
func oddPictures(_ pictures: [SiblingFacts]) -> [Diagnostic] {
    SiblingFacts.Kind.allCases.flatMap { kind -> [Diagnostic] in
        let own = pictures.filter { $0.kind == kind }
        // A few images are compared with all.
        let isMixed = kind.isImage && own.count < 5
        let siblings = isMixed ? pictures.filter(\.kind.isImage) : own
        guard !own.isEmpty, siblings.count >= 3 else { return [] }
        let odd = DrawingTraits.oddities(
            among: siblings.map(\.traits),
            of: kind
        )
        return odd.sorted { $0.key < $1.key }.compactMap { index, oddity in
            guard siblings[index].kind == kind else { return nil }
            let path = siblings[index].path
            return Diagnostic(
                .oddPicture,
                // Items and images need not have much in common.
                severity: kind == .base && !oddity.isGuess ? nil : .note,
                ofPicture: path,
                "the picture is unlike the other \(siblings.count - 1) "
                    + "\(isMixed ? "images" : kind.noun): "
                    + oddity.message,
                help: oddity.help
            )
        }
    }
}

extension Diagnostic {
    /// What a picture has unlike others, such as the one at `other`; of several such findings one is
    /// reported.
    init(
        _ check: Check,
        severity: Severity? = nil,
        ofPicture path: String,
        _ message: String,
        help: String,
        unlike other: String? = nil
    ) {
        self = Diagnostic(
            check,
            severity: severity,
            at: SourceLocation(path: path),
            message: message,
            help: help,
            related: other.map { [SourceLocation(path: $0)] } ?? []
        )
        .reportedOnce(for: [.pixels(of: path)])
        .following([.size(of: path)])
    }
}

extension Matter {
    /// How large a picture is; enlarged and cropped ones differ in other ways, too.
    static func size(of path: String) -> Matter { .id("size", path) }
}

/// What one picture or frame has unlike all others.
struct Oddity {
    var message: String
    var help: String
    var isGuess: Bool
}

extension DrawingTraits {
    /// One way in which a picture may differ from others that agree.
    private struct Rule {
        let trait: KeyPath<DrawingTraits, Int> & Sendable
        /// Of the picture and the range of the others.
        let isOdd: @Sendable (Int, ClosedRange<Int>) -> Bool
        let message: @Sendable (Int, ClosedRange<Int>) -> String
        let help: String
        /// Whether only pictures of similar sizes can be compared.
        var dependsOnSize = false
        /// What agrees in it; nil is frames of one animation.
        var kinds: Set<SiblingFacts.Kind?> = [nil, .base, .overlay, .icon, .scene]
        /// By how much it has to be brighter than all others, too.
        var lumaAbove: Int?
        /// Which pictures cannot be meant to be so.
        var applies: @Sendable (DrawingTraits) -> Bool = { _ in true }
        var isGuess = false
        /// Whether two others suffice.
        var isCertain = false
    }

    /// The most telling first.
    private static let rules = [
        Rule(
            trait: \.alpha,
            isOdd: { $1.lowerBound >= 250 && $0 <= 242 },
            message: { own, _ in "found it \(own * 100 / 255) % opaque, the others fully" },
            help: "set the opacity of its layer to 100 %, and export it again",
            isCertain: true
        ),
        layersLeftOn(least: 6, part: 2, kinds: [nil]),
        Rule(
            trait: \.saturation,
            isOdd: { $1.lowerBound >= 20 && $0 <= 1 },
            message: { _, _ in "found only grays, the others have colors" },
            help: "export it in RGB",
            // Glasses, chains and zebras are gray.
            kinds: [nil, .base, .scene],
            isCertain: true
        ),
        Rule(
            trait: \.colors,
            isOdd: { $0 <= 24 && $0 * 3 <= $1.lowerBound && $1.lowerBound >= 32 },
            message: { "found about \($0) colors, in the others at least \($1.lowerBound)" },
            help: "export it without a reduced palette",
            dependsOnSize: true,
            // Small things may have few.
            kinds: [nil, .base, .icon, .scene]
        ),
        blurred(below: 75, kinds: [nil]),
        blurred(below: 87, kinds: [.base, .overlay, .icon, .scene]),
        Rule(
            trait: \.detail,
            isOdd: {
                $1.upperBound > 0 && $0 * 100 >= 118 * $1.upperBound
                    && $0 - $1.upperBound >= $1.upperBound - $1.lowerBound
            },
            message: { own, others in
                "found its detail harsher, with \(own * 100 / others.upperBound) % of the contrast "
                    + "between neighboring pixels that the others have at most"
            },
            help: "was it sharpened, saved as a JPEG, or resized without smoothing? Export it from "
                + "the original",
            kinds: [.base, .overlay, .icon, .scene]
        ),
        Rule(
            trait: \.overshoot,
            isOdd: { $0 >= 18 && (0...10).contains($1.upperBound) && $1.upperBound * 5 <= 3 * $0 },
            message: { own, others in
                "found \(own) % of its edges with halos on both sides, in the others at most "
                    + "\(others.upperBound) %"
            },
            help: "was it sharpened, or saved as a JPEG? Export it from the original",
            kinds: [.base, .overlay, .icon, .scene]
        ),
        Rule(
            trait: \.colors,
            isOdd: { $0 >= 3 * $1.upperBound && $0 >= $1.upperBound + 64 },
            message: { "found about \($0) colors, in the others at most \($1.upperBound)" },
            help: "was it saved as a JPEG, resized or sharpened? Export it from the original",
            dependsOnSize: true
        ),
        Rule(
            trait: \.blocks,
            isOdd: {
                $1.lowerBound > 0 && $1.upperBound <= 110 && $0 >= max(130, $1.upperBound + 20)
            },
            message: { own, _ in
                "found blocks of 8x8 pixels, with steps between them of \(own) % of those inside"
            },
            help: "it was saved as a JPEG: export it from the original as PNG",
            kinds: [.base, .overlay, .icon, .scene]
        ),
        Rule(
            trait: \.rimWidth,
            isOdd: { $1.lowerBound >= 60 && (0...$1.lowerBound / 3).contains($0) },
            message: { _, others in
                "found hard edges, those of the others are soft over \(pixels(others))"
            },
            help: "export it with full transparency, not as GIF or with a matte"
        ),
        Rule(
            trait: \.rimWidth,
            isOdd: {
                $1.lowerBound >= 0 && $0 <= 800 && $0 >= $1.upperBound + max(50, $1.upperBound / 2)
            },
            message: { own, others in
                "found its edges soft over \(pixels(own...own)), those of the others over "
                    + "\(pixels(others))"
            },
            help:
                "was it blurred, enlarged or drawn with a soft brush? Export it from the original",
            kinds: [.base, .overlay, .icon]
        ),
        Rule(
            trait: \.paleRims,
            isOdd: { $0 >= 70 && $1.upperBound <= 30 },
            message: { own, others in
                "found \(own) % of its outline white, of the others at most \(others.upperBound) %"
            },
            help: "cut it out again, closer, unless it is drawn as a sticker",
            kinds: [nil, .base, .overlay, .icon],
            applies: { $0.luma < 200 },
            isGuess: true
        ),
        Rule(
            trait: \.marks,
            isOdd: { $0 >= 3 && $1.upperBound <= 1 },
            message: { own, _ in "found \(own) small things next to it, in the others at most one"
            },
            help: "was a mark, a name or another layer left on?",
            kinds: [.base, .overlay, .icon],
            isGuess: true
        ),
        // The eyes of a pet, which blinks, are all that is dark in some frames.
        washedOut(lumaAbove: 6, kinds: [nil]),
        washedOut(kinds: [.base]),
        // Clouds and scenes in fog are pale, and bright; smoke and silver are gray.
        washedOut(kinds: [.overlay, .icon, .scene]) { $0.luma < 210 && $0.saturation >= 16 },
        Rule(
            trait: \.luma,
            isOdd: {
                $1.upperBound - $1.lowerBound <= 10
                    && max($1.lowerBound - $0, $0 - $1.upperBound) >= 28
            },
            message: { own, others in
                "found it \(own > others.upperBound ? "brighter" : "darker"), at \(own * 100 / 255) %, "
                    + "the others at \(others.lowerBound * 100 / 255) to "
                    + "\(others.upperBound * 100 / 255) %"
            },
            help: "export it with the colors of the others, unless it is a flash",
            kinds: [nil]
        ),
        // Veils are meant.
        layersLeftOn(least: 4, part: 3, kinds: [.base], isGuess: true),
        Rule(
            trait: \.haze,
            isOdd: { $0 >= 30 && $1.upperBound <= 5 },
            message: { own, _ in "found \(own) % of it nearly clear, of the others hardly any" },
            help: "erase what is left of its background"
        ),
    ]

    /// Of hundredths, such as `1 pixel`, or `0.9 to 1.1 pixels`.
    private static func pixels(_ range: ClosedRange<Int>) -> String {
        func tenths(_ value: Int) -> String { plain(Double((value + 5) / 10) / 10) }
        let (low, high) = (tenths(range.lowerBound), tenths(range.upperBound))
        return low != high ? "\(low) to \(high) pixels" : low == "1" ? "1 pixel" : "\(low) pixels"
    }

    /// More translucent pixels than the most of the others have, by `least` percent and a part of those.
    private static func layersLeftOn(
        least: Int,
        part: Int,
        kinds: Set<SiblingFacts.Kind?>,
        isGuess: Bool = false
    ) -> Rule {
        Rule(
            trait: \.translucent,
            isOdd: {
                $1.upperBound - $1.lowerBound <= 6
                    && $0 >= $1.upperBound + max(least, $1.upperBound / part)
            },
            message: {
                "found \($0) % of it translucent, of the others at most \($1.upperBound) %"
            },
            help: "was another layer left on, or its opacity lowered?",
            kinds: kinds,
            isGuess: isGuess
        )
    }

    private static func washedOut(
        lumaAbove: Int? = nil,
        kinds: Set<SiblingFacts.Kind?>,
        applies: @escaping @Sendable (DrawingTraits) -> Bool = { _ in true }
    ) -> Rule {
        Rule(
            trait: \.floor,
            isOdd: { $1.upperBound <= 80 && $0 >= max(88, $1.upperBound + 30) },
            message: { own, others in
                "found neither dark nor vivid colors, with no channel below \(own * 100 / 255) %, in "
                    + "the others at most \(others.upperBound * 100 / 255) %"
            },
            help: "was it washed out by a color profile, a layer or a filter?",
            kinds: kinds,
            lumaAbove: lumaAbove,
            applies: applies
        )
    }

    /// Less detail, in percent of the least of the others, than sampling explains.
    private static func blurred(below limit: Int, kinds: Set<SiblingFacts.Kind?>) -> Rule {
        Rule(
            trait: \.detail,
            isOdd: {
                $1.lowerBound > 0 && $0 > 0 && $0 * 100 <= limit * $1.lowerBound
                    && $1.lowerBound - $0 >= $1.upperBound - $1.lowerBound
            },
            message: { own, others in
                "found its detail blurred, with \(own * 100 / others.lowerBound) % of the contrast "
                    + "between neighboring pixels that the others have at least"
            },
            help: "export it from the original, without resizing or filters",
            kinds: kinds
        )
    }

    /// What single pictures have unlike all others, by index: one oddity each.
    static func oddities(
        among pictures: [DrawingTraits],
        of kind: SiblingFacts.Kind? = nil
    ) -> [Int: Oddity] {
        var found: [Int: Oddity] = [:]
        let counts = pictures.map(\.count).sorted()
        let lumas = pictures.map(\.luma).sorted()
        for rule in rules
        where rule.kinds.contains(kind) && (rule.isCertain || pictures.count >= 5 || kind == nil) {
            let values = pictures.map { $0[keyPath: rule.trait] }
            let sorted = values.sorted()
            let odd = values.indices.compactMap { index -> (Int, Oddity)? in
                let own = values[index]
                let count = pictures[index].count
                // Large pictures have more colors.
                let usual = counts.rangeOfOthers(than: count)
                guard
                    !rule.dependsOnSize
                        || count * 3 >= usual.lowerBound && count / 3 <= usual.upperBound
                else { return nil }
                let others = sorted.rangeOfOthers(than: own)
                let luma = pictures[index].luma
                let brightest = lumas.rangeOfOthers(than: luma).upperBound
                guard rule.isOdd(own, others),
                    rule.lumaAbove.map({ luma >= brightest + $0 }) ?? true,
                    rule.applies(pictures[index])
                else { return nil }
                let message = rule.message(own, others)
                return (index, Oddity(message: message, help: rule.help, isGuess: rule.isGuess))
            }
            if odd.count == 1, found[odd[0].0] == nil { found[odd[0].0] = odd[0].1 }
        }
        return found
    }
}

extension [Int] {
    /// The smallest and the largest of at least two sorted values, but for one that equals `own`.
    fileprivate func rangeOfOthers(than own: Int) -> ClosedRange<Int> {
        let last = count - 1
        let least = own == self[0] ? self[1] : self[0]
        return least...Swift.max(least, own == self[last] ? self[last - 1] : self[last])
    }
}

/// How large something is drawn among others of its group.
struct SizeFacts: Sendable {
    var path: String
    /// What they have in common: `slot "head"`, `image "greeting"`, `images "room_…"`.
    var group: String
    /// Whether all of the group should have one size.
    var isSteady: Bool
    /// Of its file, in points.
    var width: Double
    var height: Double
    /// The square root of the area that is compared, in points: of what it shows, or of its file.
    var side: Double
    /// The opaque share of its pixels, 0...1.
    var opaque: Double

    fileprivate func isOdd(among others: some Collection<SizeFacts>) -> Bool {
        let sides = others.map(\.side)
        guard let first = others.first, let least = sides.min(), let most = sides.max(), least > 0
        else { return false }
        let isOddlyDrawn = most <= 1.5 * least && (side >= 1.5 * most || side <= 0.65 * least)
        guard isSteady else { return isOddlyDrawn }
        guard others.allSatisfy({ $0.width == first.width && $0.height == first.height })
        else { return false }
        let (wide, high) = (width / first.width, height / first.height)
        return isOddlyDrawn || isTurned(from: first)
            || abs(wide - high) <= 0.03 * wide && max(wide, 1 / wide) >= 1.1
    }

    fileprivate func isTurned(from other: SizeFacts) -> Bool {
        isSteady && width != height && width == other.height && height == other.width
    }
}

/// Finds the one picture with holes among opaque ones, or the opaque one among those that were cut out.
private func oddlyClear(_ pictures: [SizeFacts]) -> Diagnostic? {
    let (open, full) = (pictures.filter { $0.opaque < 1 }, pictures.filter { $0.opaque == 1 })
    if let own = full.first, full.count == 1, own.isSteady, open.count >= 3,
        open.allSatisfy({ $0.opaque <= 0.8 })
    {
        return Diagnostic(
            .oddPicture,
            severity: .note,
            ofPicture: own.path,
            "the picture has no clear pixels, the other \(open.count) of \(own.group) are cut out",
            help: "was its background left on?"
        )
    }
    guard let own = open.first, open.count == 1, own.isSteady, (0.5...0.999).contains(own.opaque)
    else { return nil }
    return Diagnostic(
        .oddPicture,
        ofPicture: own.path,
        "the picture has clear pixels, the other \(pictures.count - 1) of \(own.group) "
            + "have none, found \(percent(1 - own.opaque))",
        help: "fill its holes, or was a layer hidden?"
    )
}

/// Finds pictures much larger or smaller than all others of their slot, image or kind of images, and
/// those with holes.
func oddSizes(_ pictures: [SizeFacts]) -> [Diagnostic] {
    Dictionary(grouping: pictures, by: \.group).sorted { $0.key < $1.key }.compactMap {
        group,
        members in
        guard (3...200).contains(members.count) else { return nil }
        let odd = members.indices.filter { index in
            members[index].isOdd(among: members[..<index] + members[(index + 1)...])
        }
        guard odd.count == 1 else { return oddlyClear(members) }
        let own = members[odd[0]]
        let others = members.filter { $0.path != own.path }
        if others.allSatisfy(own.isTurned) {
            return Diagnostic(
                .oddPicture,
                severity: .note,
                ofPicture: own.path,
                "the picture is turned, found \(plain(own.width))x\(plain(own.height)) points; the "
                    + "other \(others.count) of \(group) have "
                    + "\(plain(own.height))x\(plain(own.width))",
                help: "turn it by 90 degrees, or draw it in the shape of the others"
            )
        }
        let share = own.side / median(others.map(\.side))
        return Diagnostic(
            .oddPicture,
            severity: .note,
            ofPicture: own.path,
            "the picture has another size than the other \(others.count) of \(group), found "
                + "it \(percent(share)) as large",
            help: "draw it at the scale of the others, or say its density in the file's name (@2x)"
        )
    }
}

/// Where something that is worn in a slot is on the canvas.
struct PlaceFacts: Sendable {
    var path: String
    /// What they have in common.
    var slot: String
    var species: String
    /// The middle of what it shows, in points.
    var x: Double
    var y: Double
}

/// Finds overlays drawn on the canvas elsewhere than all others of their slot, which are at one place.
func oddPlaces(_ pictures: [PlaceFacts], canvas: Canvas) -> [Diagnostic] {
    let groups = Dictionary(grouping: pictures) { [$0.slot, $0.species] }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, members in
        guard (3...200).contains(members.count) else { return nil }
        // A few may agree by chance.
        let least = members.count > 3 ? 0.12 : 0.2
        let odd = members.compactMap { own -> Diagnostic? in
            let others = members.filter { $0.path != own.path }
            func distance(_ place: (PlaceFacts) -> Double, _ side: Int) -> Double? {
                let places = others.map(place)
                guard let low = places.min(), let high = places.max() else { return nil }
                let away = max(low - place(own), place(own) - high)
                guard away >= max(least * Double(side), 2 * (high - low)) else { return nil }
                return place(own) < low ? -away : away
            }
            let down = distance(\.y, canvas.height)
            guard let away = down ?? distance(\.x, canvas.width) else { return nil }
            let side =
                if down != nil { away > 0 ? "lower" : "higher" } else {
                    away > 0 ? "further right" : "further left"
                }
            let points = Int(abs(away).rounded())
            return Diagnostic(
                .oddPicture,
                severity: .note,
                ofPicture: own.path,
                "the picture is not where the other \(others.count) of slot \"\(own.slot)\" are, found it "
                    + "\(points) point\(points == 1 ? "" : "s") \(side)",
                help: "move it there, unless it is worn elsewhere",
                unlike: others[0].path
            )
        }
        return odd.count == 1 ? odd[0] : nil
    }
    .uniqued(by: \.location?.path)
}

/// Finds the one overlay that is not in the middle of its file, when those of all others do.
///
/// Placements draw files, so that what is elsewhere in its own appears elsewhere on the pet.
func offCenter(_ overlays: [PlacedFile]) -> Diagnostic? {
    let odd = overlays.filter { $0.margins.share >= 0.25 }
    guard let own = odd.first, odd.count == 1, overlays.count >= 4,
        overlays.allSatisfy({ $0.path == own.path || $0.margins.share < 0.2 })
    else { return nil }
    return Diagnostic(
        .oddPicture,
        severity: .note,
        ofPicture: own.path,
        "the picture lies off the middle of its file, found margins of \(own.margins.words) "
            + "pixels; the others lie in the middle",
        help: "was it drawn for another canvas, or erased in part? Crop it evenly, or set a "
            + "\"pivot\""
    )
}

/// A file of art that has a placement.
struct PlacedFile: Sendable {
    var path: String
    var kind: SiblingFacts.Kind
    /// Its first frame, in pixels.
    var cell: CheckedAsset.Cell
    /// Pixels per point.
    var density: Int

    fileprivate var points: SIMD2<Double> {
        SIMD2(Double(cell.size.width), Double(cell.size.height)) / Double(max(1, density))
    }

    /// The larger difference of opposite margins, as a share of their side, and both, such as `3 and 40`.
    fileprivate var margins: (share: Double, words: String) {
        guard let bounds = cell.bounds else { return (0, "") }
        let (right, bottom) = (cell.size.width - bounds.maxX, cell.size.height - bounds.maxY)
        let wide = Double(abs(bounds.x - right)) / Double(cell.size.width)
        let high = Double(abs(bounds.y - bottom)) / Double(cell.size.height)
        return wide > high
            ? (wide, "\(bounds.x) and \(right)") : (high, "\(bounds.y) and \(bottom)")
    }
}

/// Finds the one file that has half, twice or another simple part of the size that all others of its
/// kind have, so that it is drawn too small or too large.
func oddFileSizes(_ files: [PlacedFile]) -> [Diagnostic] {
    SiblingFacts.Kind.allCases.compactMap { kind in
        let members = files.filter { $0.kind == kind }.uniqued(by: \.path)
        let sizes = Dictionary(grouping: members, by: \.points).values
        guard members.count >= 4, sizes.count == 2,
            let own = sizes.first(where: { $0.count == 1 })?.first,
            let due = sizes.first(where: { $0.count > 1 })?.first,
            let share = simpleShare(own.points / due.points)
        else { return nil }
        let density = Double(own.density)
        let (width, height) = (Int(due.points.x * density), Int(due.points.y * density))
        return Diagnostic(
            .oddPicture,
            severity: kind == .base ? nil : .note,
            ofPicture: own.path,
            "the picture has \(share.words) the size of the other \(members.count - 1) \(kind.noun), "
                + "found frames of \(own.cell.size) pixels, expected \(width)x\(height)",
            help: "export its frames at \(width)x\(height) pixels"
                + (share.isLarger && own.density == 1
                    ? ", or say the density in the file's name (@2x)" : "")
        )
    }
}

private func simpleShare(_ factors: SIMD2<Double>) -> (words: String, isLarger: Bool)? {
    let times = factors.x < 1 ? 1 / factors : factors
    let whole = times.x.rounded()
    guard (2...4).contains(whole), abs(times.x - whole) <= 0.02 * whole,
        abs(times.y - whole) <= 0.02 * whole
    else { return nil }
    let words =
        factors.x < 1 ? ["half", "a third of", "a quarter of"] : ["twice", "3 times", "4 times"]
    return (words[Int(whole) - 2], factors.x > 1)
}
