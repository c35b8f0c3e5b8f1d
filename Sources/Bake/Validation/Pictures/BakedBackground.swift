import Catalog
import Diagnostics
import Raster

extension Check {
    static let bakedBackground = Check("baked-background")
}

/// Backgrounds hide outlines and poses.
private let laterChecks = "; more checks of its figure run after that"

/// A solid rectangle, or a painted checkerboard, behind the subject.
func bakedBackground(_ picture: CheckedPicture) -> Diagnostic? {
    for (index, frame) in picture.frames.enumerated() where min(frame.width, frame.height) >= 8 {
        let others = picture.frames.count > 1 ? picture.screen : nil
        let expected =
            (picture.missingScreen ?? others).map { ", expected the screen \($0)" } ?? ""
        if let background = Ring(picture.image, frame, over: others)?.background,
            hasSubject(picture.image, frame, on: background, over: others)
        {
            return picture.report(
                .bakedBackground,
                // A poster that is worn fills its frame, too, and is not keyed.
                severity: picture.isBase || background.isNeutral || picture.missingScreen != nil
                    ? nil : .warning,
                "\(picture.label(index))has a background baked in, "
                    + "found \(background) all along its edge\(expected)",
                help: (others.map { "paint it \($0), as in the other frames" }
                    ?? background.remedy(for: picture)) + laterChecks
            )
        }
        if picture.isBase, isOpaqueBox(picture.image, frame, picture.measures[index]) {
            return picture.report(
                .bakedBackground,
                "\(picture.label(index))has a background baked in, "
                    + "found no clear pixel around the subject\(expected)",
                help: "export it with transparency; a whole scene belongs into \"images\""
                    + laterChecks
            )
        }
        // A rectangle within clear margins; a button looks the same, so this is no error for small
        // images other than pets.
        guard let bounds = picture.measures[index].bounds, bounds != frame,
            min(bounds.width, bounds.height) >= 16,
            let background = Ring(picture.image, bounds)?.background,
            background.isNeutral || picture.isBase,
            hasSubject(picture.image, bounds, on: background)
        else { continue }
        let isPlate = picture.isBase && bounds.size.area * 5 >= frame.size.area * 3
        return picture.report(
            .bakedBackground,
            severity: isPlate ? .error : .warning,
            "\(picture.label(index))shows a rectangle of \(background), found at \(bounds)",
            help: "if it is a background, export the picture with transparency"
        )
    }
    return nil
}

/// Whether at least half of an image's frames are opaque from edge to edge, and not empty.
func isOpaqueBox(_ picture: CheckedPicture) -> Bool {
    let boxes = zip(picture.frames, picture.measures).count { frame, measure in
        isOpaqueBox(picture.image, frame, measure)
    }
    return boxes > 0 && boxes * 2 >= picture.frames.count
}

private func isOpaqueBox(
    _ image: StraightImage,
    _ frame: PixelRect,
    _ measure: FrameMeasure
) -> Bool {
    guard min(frame.width, frame.height) >= 16, measure.bounds == frame,
        measure.area * 200 >= frame.size.area * 199
    else { return false }
    // A figure that fills its frame has round corners; a background does not.
    let corners = [
        image[frame.x, frame.y], image[frame.maxX - 1, frame.y],
        image[frame.x, frame.maxY - 1], image[frame.maxX - 1, frame.maxY - 1],
    ]
    guard corners.allSatisfy({ $0.a >= 250 }) else { return false }
    // A uniform color is a tile, or a flash.
    let first = image[frame.x, frame.y]
    let color = HexColor(r: first.r, g: first.g, b: first.b)
    let step = max(1, min(frame.width, frame.height) / 32)
    for y in stride(from: frame.y, to: frame.maxY, by: step) {
        for x in stride(from: frame.x, to: frame.maxX, by: step)
        where !color.isNear(image[x, y]) { return true }
    }
    return false
}

private enum Background: CustomStringConvertible {
    case plain(HexColor)
    /// The pattern with which programs display transparency.
    case checkerboard(HexColor, HexColor)

    var description: String {
        switch self {
        case .plain(let color): "\(color)"
        case .checkerboard(let light, let dark): "a checkerboard of \(light) and \(dark)"
        }
    }

    func remedy(for picture: CheckedPicture) -> String {
        guard case .plain(let color) = self else {
            return "it was painted, where it should only show transparency: export it again"
        }
        let chroma = "\"chroma\": { \"key\": \"\(color)\" }"
        let screen = picture.missingScreen
        let members = screen == nil ? "\"key\": true, \(chroma)" : chroma
        let rule = "\"\(picture.asset)\": { \(members) } under \"sheets\""
        guard let screen else { return "export it with transparency, or put \(rule)" }
        // A color close to the screen was meant to be one, and needs no repainting.
        return (color.distance(to: screen) < 96 ? "" : "paint it \(screen), or ") + "put \(rule)"
    }

    /// White, black, gray: backgrounds added by programs.
    var isNeutral: Bool {
        switch self {
        case .plain(let color): color.spread <= 12 && (color.g < 24 || color.g > 232)
        case .checkerboard: true
        }
    }

    func covers(_ pixel: StraightPixel) -> Bool {
        switch self {
        case .plain(let color): pixel.a >= 250 && color.isNear(pixel)
        case .checkerboard(let light, let dark):
            pixel.a >= 250 && (light.isNear(pixel) || dark.isNear(pixel))
        }
    }
}

/// Whether there is something on the background, which covers neither everything nor nothing.
///
/// A frame around nothing is no background.
private func hasSubject(
    _ image: StraightImage,
    _ rect: PixelRect,
    on background: Background,
    over screen: HexColor? = nil
) -> Bool {
    var covered = 0
    var others = 0
    for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
            if background.covers(image[x, y].withShadow(over: screen)) {
                covered += 1
            } else if image[x, y].a >= FrameMeasure.visibleAlpha {
                others += 1
            }
        }
    }
    let area = rect.size.area
    return covered * 10 >= area && covered * 50 <= area * 49 && others * 50 >= area
}

/// The outermost pixels of a rectangle, nearly all of them opaque.
private struct Ring {
    private var pixels: [StraightPixel] = []
    /// The number of exceptions: 5 of 100.
    private let tolerance: Int
    private var misses = 0

    /// Returns nil if more are translucent, apart from what keying took for a shadow over `screen`.
    init?(_ image: StraightImage, _ rect: PixelRect, over screen: HexColor? = nil) {
        let count = 2 * (rect.width + rect.height)
        tolerance = count - count * 95 / 100
        for x in rect.x..<rect.maxX {
            add(image[x, rect.y].withShadow(over: screen))
            add(image[x, rect.maxY - 1].withShadow(over: screen))
            if misses > tolerance { return nil }
        }
        for y in rect.y..<rect.maxY {
            add(image[rect.x, y].withShadow(over: screen))
            add(image[rect.maxX - 1, y].withShadow(over: screen))
            if misses > tolerance { return nil }
        }
    }

    private mutating func add(_ pixel: StraightPixel) {
        pixels.append(pixel)
        if pixel.a < 250 { misses += 1 }
    }

    var background: Background? {
        let due = pixels.count - tolerance
        let first = commonest(of: pixels)
        let rest = pixels.filter { !first.isNear($0) }
        if pixels.count - rest.count >= due { return .plain(first) }
        let second = commonest(of: rest)
        let other = rest.count { second.isNear($0) }
        guard pixels.count - rest.count + other >= due, other * 4 >= pixels.count,
            first.spread <= 12,
            second.spread <= 12
        else { return nil }
        return first.g > second.g ? .checkerboard(first, second) : .checkerboard(second, first)
    }

    /// The center of the fullest cell of 16 levels per side.
    private func commonest(of pixels: [StraightPixel]) -> HexColor {
        var counts: [Int: (count: Int, r: Int, g: Int, b: Int)] = [:]
        for pixel in pixels {
            let cell = Int(pixel.r >> 4) << 8 | Int(pixel.g >> 4) << 4 | Int(pixel.b >> 4)
            let sum = counts[cell] ?? (0, 0, 0, 0)
            counts[cell] = (
                sum.count + 1, sum.r + Int(pixel.r), sum.g + Int(pixel.g), sum.b + Int(pixel.b)
            )
        }
        let best = counts.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        guard let (_, sum) = best else { return HexColor(r: 0, g: 0, b: 0) }
        return HexColor(
            r: UInt8(sum.r / sum.count),
            g: UInt8(sum.g / sum.count),
            b: UInt8(sum.b / sum.count)
        )
    }
}

extension StraightPixel {
    /// What a shadow was before keying removed the screen behind it.
    fileprivate func withShadow(over screen: HexColor?) -> StraightPixel {
        guard let screen, (FrameMeasure.visibleAlpha..<250).contains(a), max(r, g, b) <= 24 else {
            return self
        }
        let alpha = Int(a)
        func mixed(_ own: UInt8, _ behind: UInt8) -> UInt8 {
            let sum: Int = Int(own) * alpha + Int(behind) * (255 - alpha)
            return UInt8(sum / 255)
        }
        return StraightPixel(r: mixed(r, screen.r), g: mixed(g, screen.g), b: mixed(b, screen.b))
    }
}

extension HexColor {
    /// The largest channel minus the smallest.
    var spread: Int { Int(max(r, g, b)) - Int(min(r, g, b)) }

    func distance(to other: HexColor) -> Int {
        distance(to: StraightPixel(r: other.r, g: other.g, b: other.b))
    }

    /// The largest difference of a channel.
    func distance(to pixel: StraightPixel) -> Int {
        StraightPixel(r: r, g: g, b: b).colorDistance(to: pixel)
    }

    /// JPEG and generated images vary by about this much.
    fileprivate func isNear(_ pixel: StraightPixel) -> Bool { distance(to: pixel) <= 20 }
}

extension [StraightPixel] {
    /// The median of each channel; there is at least one pixel.
    var middleColor: HexColor {
        func middle(_ channel: (StraightPixel) -> UInt8) -> UInt8 {
            map(channel).sorted()[count / 2]
        }
        return HexColor(r: middle(\.r), g: middle(\.g), b: middle(\.b))
    }
}
