#if canImport(SwiftUI)
internal import CoreGraphics
internal import Foundation
internal import KilnManifest
internal import SwiftUI

/// Draws what `PetView` and `CatalogImageView` show, again when their animation shows another frame.
struct StepsCanvas: View {
    /// Nil draws nothing.
    let pages: Pages<CGImage>?
    /// What is shown, in pixels of the pages; nil while that is unknown.
    let area: CGRect?
    /// Nil where nothing moves.
    let playback: Playback?
    /// Names what is played: when it changes, the playback starts again.
    let clip: [String?]
    let label: String
    let isPixelArt: Bool
    /// The steps of a frame.
    let steps: (Pages<CGImage>, _ frame: Int) throws -> [DrawStep]

    @State private var start = Date.now
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    var body: some View {
        let playback = reduceMotion ? nil : playback
        let area = shownArea
        TimelineView(ChangeSchedule(playback: playback, start: start)) { timeline in
            let frame = playback?.frame(at: timeline.date.timeIntervalSince(start)) ?? 0
            Canvas { context, size in
                context.scaleBy(x: size.width / area.width, y: size.height / area.height)
                context.translateBy(x: -area.minX, y: -area.minY)
                for step in loadedSteps(frame: frame) { draw(step, in: context) }
            }
        }
        .aspectRatio(area.width / area.height, contentMode: .fit)
        .onChange(of: clip) { start = Date.now }
        .accessibilityElement()
        .accessibilityLabel(Text(verbatim: label))
        .accessibilityAddTraits(.isImage)
    }

    private var shownArea: CGRect {
        guard let area, area.width > 0, area.height > 0 else {
            return CGRect(x: 0, y: 0, width: 1, height: 1)
        }
        return area
    }

    /// None while a page is missing.
    private func loadedSteps(frame: Int) -> [DrawStep] {
        guard let pages, let steps = try? steps(pages, frame),
            steps.allSatisfy({ pages[$0] != nil })
        else { return [] }
        return steps
    }

    private func draw(_ step: DrawStep, in context: GraphicsContext) {
        let source = CGRect(
            x: step.source.x,
            y: step.source.y,
            width: step.source.width,
            height: step.source.height
        )
        guard let part = pages?[step]?.cropping(to: source) else { return }
        let image = Image(decorative: part, scale: 1).interpolation(isPixelArt ? .none : .high)
        var context = context
        switch (step.isRotated, step.isCounterclockwise) {
        case (false, _): context.translateBy(x: Double(step.x), y: Double(step.y))
        case (true, false):
            // Counterclockwise about the upright picture's lower left corner.
            context.translateBy(x: Double(step.x), y: Double(step.y + step.source.width))
            context.rotate(by: .degrees(-90))
        case (true, true):
            // Clockwise about its upper right corner.
            context.translateBy(x: Double(step.x + step.source.height), y: Double(step.y))
            context.rotate(by: .degrees(90))
        }
        context.draw(image, in: CGRect(origin: .zero, size: source.size))
    }
}

/// The dates at which an animation shows another frame.
private struct ChangeSchedule: TimelineSchedule {
    var playback: Playback?
    var start: Date

    func entries(from date: Date, mode: TimelineScheduleMode) -> UnfoldFirstSequence<Date> {
        sequence(first: date) { last in
            // A dimmed watch shows one frame.
            guard mode == .normal else { return nil }
            let moment = playback?.moment(at: last.timeIntervalSince(start))
            return moment?.untilChange.map(last.addingTimeInterval)
        }
    }
}
#endif
