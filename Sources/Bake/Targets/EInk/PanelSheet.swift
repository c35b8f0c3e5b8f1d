import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import KilnManifest
import Raster

/// What one file for a panel holds: the frames of a look, an item or an image.
struct PanelSheet: Sendable {
    var subject: Picture.Subject
    var id: String
    /// Different ones, in the order of the art; at least one.
    var frames: [Drawing]
    /// Where they are on the panel.
    var area: PixelRect
    /// By name, still without changes.
    var animations: [String: Manifest.PanelAnimation]
    /// The bytes before the pixels; nil when they have no room for the number of frames.
    var header: [UInt8]?

    /// Without an extension, from the output folder.
    func path(in target: Target) -> String { "\(target.id)/\(subject.folder)/\(id)" }

    /// Of the array in the C header.
    func arrayName(in target: Target) -> String {
        cIdentifier("\(target.id)_\(subject.rawValue)_\(id)")
    }
}

extension Manifest.PanelAnimation {
    /// From which frame to which; empty where nothing changes.
    var steps: [(from: Int, to: Int)] {
        guard frames.count > 1, let first = frames.first, let last = frames.last else { return [] }
        return Array(zip(frames, frames.dropFirst())).map { (from: $0, to: $1) }
            + (loop ? [(from: last, to: first)] : [])
    }
}

/// What a target of panels shows at one time after another.
struct PanelMoments: Sendable {
    /// At least one; all show the same area.
    var moments: [Shown]
    /// By name, indexes into the moments.
    var animations: [String: (moments: [Int], animation: Manifest.Animation)]

    /// The sheet, each different picture once; nil when there is nothing to show, and when no whole
    /// factor brings it onto the panel.
    ///
    /// What is wrong with it is added to `findings`.
    func sheet(
        of target: Target,
        on panel: PixelSize,
        _ findings: inout [Diagnostic]
    ) -> PanelSheet? {
        let settings = target.settings.eInk
        guard var whole = moments.first else { return nil }
        whole.pieces = moments.flatMap(\.pieces)
        whole = whole.inWholePoints(at: whole.scales)
        let wanted = settings.fit == .contain ? panel : nil
        guard let drawing = whole.drawing(in: wanted, scale: 1) else { return nil }
        guard let area = settings.area(of: drawing.content.size, on: panel) else {
            findings.append(
                Diagnostic(
                    .panelTooSmall,
                    at: target.place["eink"]["panel"].location,
                    message:
                        "target \"\(target.id)\": \(whole.subject.rawValue) \"\(whole.id)\" is "
                        + "larger than the panel, found \(drawing.content.size), expected at most "
                        + "\(panel)",
                    help: "draw it smaller, or set \"fit\" of \"eink\" to \"contain\""
                )
                .reportedOnce(at: target.place["eink"]["panel"].location)
            )
            return nil
        }
        var frames: [Drawing] = []
        var known: [Digest: Int] = [:]
        let indexes = moments.map { moment in
            var own = drawing
            own.layers = moment.pieces.compactMap { $0.layer(scale: drawing.scale) }
            var out = ByteWriter()
            out.put(own.layers)
            let digest = Digest(of: out.bytes)
            if let index = known[digest] { return index }
            known[digest] = frames.count
            frames.append(own)
            return frames.count - 1
        }
        let header: [UInt8]? =
            settings.header.map { header in
                header.bytes { settings.value(of: $0, panel, frames: frames.count) }
            } ?? []
        if header == nil {
            findings.append(
                Diagnostic(
                    .targetSettings,
                    at: target.place["eink"]["header"].location,
                    message: "target \"\(target.id)\": the header has no room for the number of "
                        + "frames of \(whole.subject.rawValue) \"\(whole.id)\", found \(frames.count)",
                    help: "give it more bytes, such as u16le:frames"
                )
            )
        }
        return PanelSheet(
            subject: whole.subject,
            id: whole.id,
            frames: frames,
            area: area,
            animations: animations.mapValues { moments, animation in
                Manifest.PanelAnimation(
                    frames: moments.map { indexes[$0] },
                    durations: moments.indices.map { animation.milliseconds(ofStep: $0) },
                    loop: animation.loop,
                    changes: []
                )
            },
            header: header
        )
    }
}

extension Manifest.Animation {
    /// Where durations are no whole milliseconds, their sums are rounded.
    fileprivate func milliseconds(ofStep step: Int) -> Int {
        /// In seconds.
        func end(_ steps: Int) -> Double {
            durations == nil
                ? duration(ofFrame: 0) * Double(steps)
                : (0..<steps).reduce(0) { $0 + duration(ofFrame: $1) }
        }
        func milliseconds(_ steps: Int) -> Int { Int((min(end(steps), 604_800) * 1000).rounded()) }
        return milliseconds(step + 1) - milliseconds(step)
    }
}

extension EInkSettings {
    /// Where a picture is on the panel; nil when it is too large for a whole factor.
    func area(of size: PixelSize, on panel: PixelSize) -> PixelRect? {
        var (width, height) = (size.width, size.height)
        switch fit {
        case .integer:
            let factor = min(panel.width / width, panel.height / height)
            (width, height) = (width * factor, height * factor)
        case .contain: (width, height) = size.contained(in: panel)
        }
        let halves = position.halves
        return PixelRect(
            x: (panel.width - width) * halves.left / 2,
            y: (panel.height - height) * halves.top / 2,
            width: width,
            height: height
        )
    }
}
