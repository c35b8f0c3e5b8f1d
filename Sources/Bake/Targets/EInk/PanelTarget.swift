import AtlasBuilding
import Catalog
package import Diagnostics
import FileStore
import KilnManifest
import Raster

extension Check {
    package static let panelTooSmall = Check("panel-too-small", isFixed: true)
    package static let panelFlicker = Check("panel-flicker")
}

/// What a target for a panel will draw.
struct PanelPlan: Sendable {
    var panel: PixelSize
    var sheets: [PanelSheet] = []
    var findings: [Diagnostic] = []
}

/// Looks, items and images as the memory of a panel.
enum PanelTarget: TargetBaking {
    static func bake(_ job: TargetJob) async throws -> BakedTarget {
        let (target, context) = (job.target, job.context)
        let plan = try job.art.panelPlan(of: target)
        let names = plan.sheets.map { $0.path(in: target) }
        let files = try await context.each(.pages, named: names) { index in
            try await PanelFiles(plan.sheets[index], of: target, on: plan.panel, context).made()
        }
        var baked = BakedTarget(
            target,
            pictures: files.flatMap { _, file in
                (file.previews ?? []).map { path in
                    Manifest.Picture(
                        id: file.id,
                        of: file.of,
                        width: plan.panel.width,
                        height: plan.panel.height,
                        scale: 1,
                        path: path
                    )
                }
            },
            files: [],
            pages: files.flatMap(\.pages),
            findings: plan.findings
        )
        baked.manifest.scales = [1]
        let settings = target.settings.eInk
        let bytesPerRow = (plan.panel.width * settings.bits + 7) / 8
        baked.manifest.panel = Manifest.Panel(
            width: plan.panel.width,
            height: plan.panel.height,
            bitsPerPixel: settings.bits,
            bytesPerRow: bytesPerRow,
            frameBytes: bytesPerRow * plan.panel.height,
            headerBytes: plan.sheets.first?.header?.count ?? 0,
            inks: (settings.storedInks?.inks ?? []).map {
                Manifest.Ink(name: $0.name, code: Int($0.code), color: "\($0.color)")
            },
            files: files.map(\.file)
        )
        baked.summary.pictures = files.count
        return baked
    }

    static func pictureWishes(of target: Target) -> [PictureWish] {
        let settings = target.settings.eInk
        guard let panel = settings.panel else { return [] }
        let wish = PictureWish(
            target.settings,
            sizes: [panel],
            isInPoints: settings.fit == .integer
        )
        return [wish]
    }

    static func unfitSettings(of target: Target) -> [Diagnostic] {
        ["scales", "sizes"].filter(target.place.has).map { member in
            target.fault(
                member,
                "the panel decides how large pictures are, and there are no \"\(member)\"",
                "remove it; \"panel\" and \"fit\" of \"eink\" say it"
            )
        } + unfitSettings(ofPictures: target)
    }
}

extension RenderedCatalog {
    /// What a target for a panel will draw, and what is wrong with it.
    func panelPlan(of target: Target) throws -> PanelPlan {
        let settings = target.settings.eInk
        // A profile may have laid settings over those that were checked.
        if let fault = settings.faults.first { throw TargetFailure.panel(fault) }
        guard let panel = settings.panel else { return PanelPlan(panel: PixelSize.onePixel) }
        var plan = PanelPlan(panel: panel)
        for moments in try panelMoments(of: target) {
            let sheet = moments.sheet(of: target, on: panel, &plan.findings)
            if let sheet { plan.sheets.append(sheet) }
        }
        plan.findings += target.flicker(of: plan.sheets) + target.clashes(of: plan.sheets)
        return plan
    }
}

extension Target {
    /// Animations whose every pixel would change with the first that does.
    fileprivate func flicker(of sheets: [PanelSheet]) -> [Diagnostic] {
        guard settings.eInk.dithering == .floydSteinberg else { return [] }
        return sheets.filter { $0.frames.count > 1 }.map { sheet in
            Diagnostic(
                .panelFlicker,
                at: place["eink"]["dithering"].location,
                message: "target \"\(id)\": error diffusion makes \(sheet.subject.rawValue) "
                    + "\"\(sheet.id)\" flicker, found \(sheet.frames.count) frames, expected 1",
                help: "use \"blue-noise\" or \"bayer\", whose patterns stay put, or give what does "
                    + "not move a target of its own"
            )
            .reportedOnce(at: place["eink"]["dithering"].location)
        }
    }

    /// C headers whose arrays would have one name.
    fileprivate func clashes(of sheets: [PanelSheet]) -> [Diagnostic] {
        guard settings.eInk.cArray else { return [] }
        var seen: [String: PanelSheet] = [:]
        return sheets.compactMap { sheet in
            let name = sheet.arrayName(in: self)
            guard let other = seen.updateValue(sheet, forKey: name.lowercased()) else {
                return nil
            }
            return fault(
                at: place["eink"]["cArray"],
                "two arrays would be called \"\(name)\" in C, found \(other.subject.rawValue) "
                    + "\"\(other.id)\" and \(sheet.subject.rawValue) \"\(sheet.id)\"",
                "rename one of them, or give it a target of its own"
            )
        }
    }
}

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
                target.fault(
                    at: target.place["eink"]["header"],
                    "the header has no room for the number of frames of "
                        + "\(whole.subject.rawValue) \"\(whole.id)\", found \(frames.count)",
                    "give it more bytes, such as u16le:frames"
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

// What a target of panels selects: as targets of pictures do, but all frames.
extension RenderedCatalog {
    /// Everything that a target for a panel shows, looks first.
    func panelMoments(of target: Target) throws -> [PanelMoments] {
        let settings = target.settings
        let wanted = manifest.looks.filter { settings.looks?.contains($0.id) ?? false }
        let ofLooks = try wanted.compactMap { named in
            try shown(named).map { try moments(of: named.look, like: $0, over: named.background) }
        }
        let ofItems = try items(of: settings).compactMap { shown in
            let item = manifest.items.first { $0.id == shown.id }
            return try item?.lookByItself(settings.species)
                .map { try moments(of: $0, like: shown, only: shown.id) }
        }
        let chosen = images { settings.images?.contains($0) ?? false }
        let ofImages = chosen.compactMap { shown -> PanelMoments? in
            guard let own = images.first(where: { $0.id == shown.id }),
                let image = manifest.image(shown.id)
            else { return nil }
            let moments = own.frames.indices.map { cell in
                var moment = shown
                moment.pieces = pieces(of: own, cell: cell)
                return moment
            }
            return PanelMoments(
                moments: moments,
                animations: (image.animations ?? [:]).mapValues { animation in
                    (animation.frames.filter(moments.indices.contains), animation)
                }
            )
        }
        return ofLooks + ofItems + ofImages
    }

    /// All poses of a look, and which of them its animations show; as of `pieces(of:in:over:only:)`.
    private func moments(
        of look: KilnManifest.Look,
        like shown: Shown,
        over background: String? = nil,
        only item: String? = nil
    ) throws -> PanelMoments {
        let poses = try manifest.poses(of: look)
        let moments = try poses.map { pose in
            var moment = shown
            moment.pieces = try pieces(of: look, in: pose, over: background, only: item)
            return moment
        }
        var animations: [String: (moments: [Int], animation: Manifest.Animation)] = [:]
        for (name, animation) in try manifest.animations(of: look) {
            let steps = try manifest.poses(of: look, animation: name)
            animations[name] = (steps.compactMap { poses.firstIndex(of: $0) }, animation)
        }
        return PanelMoments(moments: moments, animations: animations)
    }
}
