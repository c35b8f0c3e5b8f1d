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
///
/// Two views can show the layers of one pet. Here it breathes with its hat, and its glasses are still:
///
///     ZStack {
///         PetView(look: look, animation: "idle", showing: { $0.item != "glasses" })
///             .phaseAnimator([1, 1.03]) { pet, height in
///                 pet.scaleEffect(x: 1, y: height, anchor: .bottom)
///             } animation: { _ in
///                 .easeInOut(duration: 2)
///             }
///         PetView(look: look, animation: "idle", showing: { $0.item == "glasses" })
///             .accessibilityHidden(true)
///     }
///
/// The later view covers the earlier one. Their animations stay in step if the views appear together.
/// Keep both while the glasses are off: a view without layers draws nothing.
public struct PetView: View {
    private let look: Look
    private let animation: String?
    private let mode: Playback.Mode?
    private let speed: Double
    private let label: String?
    private let isPixelArt: Bool
    private let isShown: (DrawStep) -> Bool

    @Environment(\.petPages) private var pages

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
    ///   - isShown: whether a layer is drawn, by its `item`: `{ $0.item == look.base }` draws the pet or
    ///     its outfit without overlays.
    public init(
        look: Look,
        animation: String? = nil,
        mode: Playback.Mode? = nil,
        speed: Double = 1,
        label: String? = nil,
        isPixelArt: Bool = false,
        showing isShown: @escaping (DrawStep) -> Bool = { _ in true }
    ) {
        self.look = look
        self.animation = animation
        self.mode = mode
        self.speed = speed
        self.label = label
        self.isPixelArt = isPixelArt
        self.isShown = isShown
    }

    public var body: some View {
        StepsCanvas(
            pages: pages,
            area: area,
            playback: playback,
            clip: [animation],
            label: label ?? names,
            isPixelArt: isPixelArt
        ) { pages, frame in
            try pages.drawList(for: look, animation: animation, frame: frame).filter(isShown)
        }
    }

    private var playback: Playback? {
        guard let pages, let animation else { return nil }
        return try? pages.manifest.playback(
            of: look,
            animation: animation,
            mode: mode,
            speed: speed
        )
    }

    private var area: CGRect? {
        guard let pages else { return nil }
        let area = pages.manifest.canvas.area(atScale: pages.scale)
        return CGRect(x: area.x, y: area.y, width: area.width, height: area.height)
    }

    private var names: String {
        guard let manifest = pages?.manifest else { return "" }
        let species = manifest.species.filter { $0.id == look.species }.map(\.name)
        return (species + manifest.items.filter { look.wears($0.id) }.map(\.name))
            .joined(separator: ", ")
    }
}

// MARK: - Pages

extension View {
    /// The pages from which `PetView`s and `CatalogImageView`s within are drawn.
    public func petPages(_ pages: Pages<CGImage>?) -> some View {
        environment(\.petPages, pages)
    }
}

extension EnvironmentValues {
    /// The pages from which `PetView`s and `CatalogImageView`s are drawn; nil until a game gives some.
    public var petPages: Pages<CGImage>? {
        get { self[PetPagesKey.self] }
        set { self[PetPagesKey.self] = newValue }
    }
}

private struct PetPagesKey: EnvironmentKey {
    static var defaultValue: Pages<CGImage>? { nil }
}
#endif
