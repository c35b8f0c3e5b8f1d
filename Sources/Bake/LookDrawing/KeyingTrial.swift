import ChromaKey
import ImageCodec
import Raster

/// A picture keyed at every hundredth of the threshold, packed for a page that computes the rest:
/// see `KeyTrial`.
package struct KeyingTrial: Sendable {
    /// What a threshold decides, up to the next state's.
    package struct State: Sendable {
        /// The first.
        package var threshold: Double
        /// A PNG: the whole picture in the first state, a part that differs from it in others.
        package var picture: [UInt8]
        /// Where the part's top-left corner lies.
        package var x: Int
        package var y: Int
        /// Index into `greens`.
        package var greens: Int
    }

    package var mode: String
    package var states: [State]
    /// Little-endian: their number and flags (1: one screen color each, 2: own colors) as 32-bit
    /// integers; a screen color as three 32-bit floats; then for all greens places (32-bit
    /// integers), scores, covers (32-bit floats), and as flagged screen colors and colors (three
    /// bytes each).
    package var greens: [[UInt8]]

    /// Returns nil when no screen is found.
    ///
    /// - Throws: `ImageEncodingError` when memory ran out.
    init?(_ image: StraightImage, settings: KeySettings, hints: KeyHints) throws {
        let steps = Set((0...100).map { Double($0) / 100 } + [settings.threshold])
        let trial = KeyTrial(
            image,
            settings: settings,
            hints: hints,
            thresholds: steps.filter { (0...1).contains($0) }.sorted()
        )
        guard let trial, let first = trial.states.first else { return nil }
        mode = settings.mode.rawValue
        states = []
        var groups: [[Int: KeyTrial.Green]] = []
        for state in trial.states {
            let part =
                states.isEmpty
                ? PixelRect(image.size) : first.base.differingArea(from: state.base)
            let area = part ?? PixelRect(.onePixel)
            let own = Dictionary(state.greens.map { ($0.place, $0) }) { first, _ in first }
            // One list serves all states, unless a green is judged otherwise in this one.
            let fits = groups.last.map { last in
                own.allSatisfy { last[$0.key] == nil || last[$0.key] == $0.value }
            }
            if fits == true {
                groups[groups.count - 1].merge(own) { first, _ in first }
            } else {
                groups.append(own)
            }
            states.append(
                State(
                    threshold: state.threshold,
                    picture: try encodePNG(state.base, only: area, effort: .fast),
                    x: area.x,
                    y: area.y,
                    greens: groups.count - 1
                )
            )
        }
        greens = groups.map { group in
            packed(group.values.sorted { $0.place < $1.place }, over: image, settings)
        }
    }
}

private func packed(
    _ greens: [KeyTrial.Green],
    over image: StraightImage,
    _ settings: KeySettings
) -> [UInt8] {
    var bytes: [UInt8] = []
    func put(_ value: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
    func put(_ value: Float) { put(value.bitPattern) }
    let behind = greens.first?.behind ?? SIMD4<Float>()
    let isFlat = greens.allSatisfy { $0.behind == behind }
    put(UInt32(greens.count))
    put((isFlat ? 0 : 1) | 2 as UInt32)
    for channel in 0..<3 { put(behind[channel]) }
    for green in greens { put(UInt32(green.place)) }
    for green in greens { put(green.score) }
    for green in greens { put(green.cover) }
    if !isFlat {
        for green in greens {
            for channel in 0..<3 { put(green.behind[channel]) }
        }
    }
    for green in greens { bytes += [green.color.r, green.color.g, green.color.b] }
    return bytes
}

extension Bitmap<StraightPixel> {
    /// The smallest rectangle that holds every pixel that differs; nil when none does.
    fileprivate func differingArea(from other: StraightImage) -> PixelRect? {
        var (left, top, right, bottom) = (width, height, 0, 0)
        for y in 0..<height {
            for x in 0..<width where self[x, y] != other[x, y] {
                (left, right) = (Swift.min(left, x), Swift.max(right, x + 1))
                (top, bottom) = (Swift.min(top, y), Swift.max(bottom, y + 1))
            }
        }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
