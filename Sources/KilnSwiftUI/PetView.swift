#if canImport(SwiftUI)
public import CoreGraphics
internal import Foundation
public import KilnManifest
public import SwiftUI

/// A dressed pet, drawn from page images.
///
///     @State private var pages: Pages<CGImage>
///
///     PetView(look: look, animation: "idle")
///         .petPages(pages)
///         .frame(width: 256, height: 256)
///
/// It takes the canvas's shape with its bleed, and as much room as it is offered. It draws again only
/// when the animation shows another frame, and shows the first frame alone where people want less
/// motion. It draws nothing while a page is missing or the manifest does not know the look:
/// `pages.missing(for:)` and `pages.drawList(for:)` say which and why.
public struct PetView: View {
    private let look: Look
    private let animation: String?
    private let mode: Playback.Mode?
    private let speed: Double
    private let label: String?
    private let interpolation: Image.Interpolation

    @State private var start = Date.now
    @Environment(\.petPages) private var pages
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    /// A view of a look.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - animation: of its base; nil shows the first frame of its sheet.
    ///   - mode: what happens at the animation's end; nil goes by what the catalog says.
    ///   - speed: how many times as fast as authored.
    ///   - label: what VoiceOver says; nil stands for the names of the species and of what it wears.
    ///   - isPixelArt: whether pixels stay square when they are enlarged. They do at whole multiples of
    ///     the canvas's size.
    public init(
        look: Look,
        animation: String? = nil,
        mode: Playback.Mode? = nil,
        speed: Double = 1,
        label: String? = nil,
        isPixelArt: Bool = false
    ) {
        self.look = look
        self.animation = animation
        self.mode = mode
        self.speed = speed
        self.label = label
        interpolation = isPixelArt ? .none : .high
    }

    public var body: some View {
        let playback = playback
        let area = area
        TimelineView(ChangeSchedule(playback: playback, start: start)) { timeline in
            let frame = playback?.frame(at: timeline.date.timeIntervalSince(start)) ?? 0
            Canvas { context, size in
                context.scaleBy(x: size.width / area.width, y: size.height / area.height)
                context.translateBy(x: -area.minX, y: -area.minY)
                for step in steps(frame: frame) { draw(step, in: context) }
            }
        }
        .aspectRatio(area.width / area.height, contentMode: .fit)
        .onChange(of: animation) { start = Date.now }
        .accessibilityElement()
        .accessibilityLabel(Text(verbatim: label ?? names))
        .accessibilityAddTraits(.isImage)
    }

    /// Nil where nothing moves.
    private var playback: Playback? {
        guard let pages, let animation, !reduceMotion else { return nil }
        return try? pages.manifest.playback(
            of: look,
            animation: animation,
            mode: mode,
            speed: speed
        )
    }

    /// What is shown, in pixels of the pages.
    private var area: CGRect {
        guard let pages, pages.manifest.canvas.width > 0, pages.manifest.canvas.height > 0 else {
            return CGRect(x: 0, y: 0, width: 1, height: 1)
        }
        let area = pages.manifest.canvas.area(atScale: pages.scale)
        return CGRect(x: area.x, y: area.y, width: area.width, height: area.height)
    }

    private func steps(frame: Int) -> [DrawStep] {
        let steps = try? pages?.drawList(for: look, animation: animation, frame: frame)
        guard let steps, steps.allSatisfy({ pages?[$0] != nil }) else { return [] }
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
        let image = Image(decorative: part, scale: 1).interpolation(interpolation)
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

    private var names: String {
        guard let manifest = pages?.manifest else { return "" }
        let species = manifest.species.filter { $0.id == look.species }.map(\.name)
        return (species + manifest.items.filter { look.wears($0.id) }.map(\.name))
            .joined(separator: ", ")
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

// MARK: - Pages

extension View {
    /// The pages from which `PetView`s within are drawn.
    public func petPages(_ pages: Pages<CGImage>?) -> some View {
        environment(\.petPages, pages)
    }
}

extension EnvironmentValues {
    /// The pages from which `PetView`s are drawn; nil until a game gives some.
    public var petPages: Pages<CGImage>? {
        get { self[PetPagesKey.self] }
        set { self[PetPagesKey.self] = newValue }
    }
}

private struct PetPagesKey: EnvironmentKey {
    static var defaultValue: Pages<CGImage>? { nil }
}
#endif
