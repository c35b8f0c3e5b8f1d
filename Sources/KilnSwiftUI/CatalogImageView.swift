#if canImport(SwiftUI)
internal import CoreGraphics
internal import Foundation
public import KilnManifest
public import SwiftUI

/// An image of the catalog, such as a room, a coin or a face, drawn from page images.
///
///     try pages.load(forImage: "coin", from: folder)
///
///     CatalogImageView(image: "coin", animation: "spin")
///         .petPages(pages)
///         .frame(width: 32, height: 32)
///
/// It takes the image's shape, and as much room as it is offered. It draws again only when the animation
/// shows another frame, and shows the first frame alone where people want less motion. It draws nothing
/// while a page is missing, or where the manifest or the target of the pages does not have the image:
/// `pages.missing(forImage:)` and `pages.drawList(forImage:)` say which and why.
public struct CatalogImageView: View {
    private let image: String
    private let axes: [String: String]
    private let animation: String?
    private let mode: Playback.Mode?
    private let speed: Double
    private let label: String?
    private let isPixelArt: Bool

    @Environment(\.petPages) private var pages

    /// A view of an image.
    ///
    /// - Parameters:
    ///   - image: its id.
    ///   - axes: values by axis, such as `["mood": "sad"]`; an axis that is not named has its default.
    ///   - animation: of the image; nil shows the first frame of its sheet.
    ///   - mode: what happens at the animation's end; nil goes by what the catalog says.
    ///   - speed: how many times as fast as authored.
    ///   - label: what VoiceOver says; nil stands for the image's name.
    ///   - isPixelArt: whether pixels stay square when they are enlarged. They do at whole multiples of
    ///     the image's size.
    public init(
        image: String,
        axes: [String: String] = [:],
        animation: String? = nil,
        mode: Playback.Mode? = nil,
        speed: Double = 1,
        label: String? = nil,
        isPixelArt: Bool = false
    ) {
        self.image = image
        self.axes = axes
        self.animation = animation
        self.mode = mode
        self.speed = speed
        self.label = label
        self.isPixelArt = isPixelArt
    }

    public var body: some View {
        StepsCanvas(
            pages: pages,
            area: area,
            playback: playback,
            clip: [image, animation],
            label: label ?? pages?.manifest.image(image)?.name ?? "",
            isPixelArt: isPixelArt
        ) { pages, frame in
            try pages.drawList(forImage: image, axes: axes, animation: animation, frame: frame)
        }
    }

    private var playback: Playback? {
        guard let pages, let animation else { return nil }
        return try? pages.manifest.playback(
            ofImage: image,
            axes: axes,
            animation: animation,
            mode: mode,
            speed: speed
        )
    }

    private var area: CGRect? {
        guard let pages,
            let art = pages.manifest.image(image)?.art(for: axes, pages.manifest.axes)
        else { return nil }
        let scale = pages.scale
        return CGRect(x: 0, y: 0, width: art.width * scale, height: art.height * scale)
    }
}
#endif
