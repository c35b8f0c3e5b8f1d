import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
import KernelTypes
import KilnManifest
import Raster

/// Makes the files of one sheet, or takes them from the cache.
final class PanelFiles {
    private let sheet: PanelSheet
    private let target: Target
    /// Its size.
    private let panel: PixelSize
    private let context: RenderContext
    /// The frames, once a file asked for them.
    private var drawn: [PanelPicture]?

    init(_ sheet: PanelSheet, of target: Target, on panel: PixelSize, _ context: RenderContext) {
        self.sheet = sheet
        self.target = target
        self.panel = panel
        self.context = context
    }

    private var settings: EInkSettings { target.settings.eInk }
    private var path: String { sheet.path(in: target) }
    private var header: [UInt8] { sheet.header ?? [] }
    private var frameBytes: Int {
        (panel.width * settings.bits + 7) / 8 * panel.height
    }
    private var previewPaths: [String] {
        guard settings.preview else { return [] }
        // No id has an @.
        return sheet.frames.count == 1
            ? ["\(path).png"] : sheet.frames.indices.map { "\(path)@\($0).png" }
    }

    func made() async throws(DiskError) -> (pages: [BakedPage], file: Manifest.PanelFile) {
        let binary = try await page("\(path).bin", "memory") {
            header + $0.flatMap(\.packed)
        }
        var pages = [binary]
        if settings.cArray {
            pages.append(
                try await page("\(path).h", "source \(sheet.arrayName(in: target))") {
                    source(of: $0)
                }
            )
        }
        let effort = target.settings.effort
        for (index, preview) in previewPaths.enumerated() {
            let what = "preview \(index) \(deflateVersion) \(effort.rawValue)"
            pages.append(
                try await page(preview, what) { pictures async throws(DiskError) in
                    let (name, need) = (lastPart(of: preview), PictureNeed.page.bytes(for: panel))
                    return try await MemoryBudget.current.encoding(name, need) {
                        () throws(DiskError) in
                        try encode(pictures[index].preview, for: name, effort: effort)
                    }
                }
            )
        }
        var changes: BakedPage?
        if sheet.animations.contains(where: { !$0.value.steps.isEmpty }) {
            let page = try await page("\(path).changes.json", "changes") {
                pictures throws(DiskError) in try json(of: pictures)
            }
            changes = page
            pages.append(page)
        }
        let file = Manifest.PanelFile(
            id: sheet.id,
            of: sheet.subject.rawValue,
            path: binary.path,
            header: settings.cArray ? "\(path).h" : nil,
            frames: sheet.frames.count,
            area: Manifest.PanelArea(sheet.area),
            previews: settings.preview ? previewPaths : nil,
            animations: sheet.animations.isEmpty ? nil : try animations(in: changes),
            changes: changes?.path
        )
        return (pages, file)
    }

    private func page(
        _ path: String,
        _ what: String,
        _ make: ([PanelPicture]) async throws(DiskError) -> [UInt8]
    ) async throws(DiskError) -> BakedPage {
        try await BakedPage.baked(.picture, as: path, under: key(what), in: context) {
            () async throws(DiskError) in
            EncodedPage(bytes: try await make(try await pictures()))
        }
    }

    /// The digest of everything that a file's bytes follow from, but for its path.
    private func key(_ what: String) -> Digest {
        var out = ByteWriter()
        out.put("panel \(BakeCache.version) \(what)")
        // Names are in what is said of changes and in source.
        out.put(path)
        out.put(panel, settings.bits, sheet.area)
        out.put(header) { $0.put(Int($1)) }
        out.put(settings.dithering?.rawValue ?? "")
        out.put(settings.paper.map { "\($0.r) \($0.g) \($0.b)" } ?? "")
        out.put(settings.fit.rawValue)
        out.put(settings.storedInks?.inks ?? []) {
            $0.put(Int($1.code), "\($1.color.r) \($1.color.g) \($1.color.b)")
        }
        out.put(sheet.subject == .look)
        out.put(sheet.frames) { out, frame in
            out.put(frame.content)
            out.put(frame.layers)
        }
        for (name, steps) in sheet.animations.sorted(by: { $0.key < $1.key }) {
            out.put(name, steps.frames, steps.durations, steps.loop)
        }
        return Digest(of: out.bytes)
    }
}

// What the files show.
extension PanelFiles {
    /// The frames in their order.
    private func pictures() async throws(DiskError) -> [PanelPicture] {
        if let drawn { return drawn }
        let kept = (settings.inks == nil ? 4 : 1) * panel.area * sheet.frames.count
        let whole = sheet.frames.first.map { PictureNeed.page.bytes(for: $0.content.size) } ?? 0
        let need = kept + whole + PictureNeed.page.bytes(for: panel)
        let pictures = try await MemoryBudget.current.encoding(path, need) { draw() }
        drawn = pictures
        return pictures
    }

    private func draw() -> [PanelPicture] {
        guard let inks = settings.storedInks else {
            return sheet.frames.map {
                PanelPicture(raw: picture(of: $0), over: settings.paper)
            }
        }
        let isPixelArt = sheet.frames.allSatisfy { frame in
            frame.layers.allSatisfy { $0.picture.unpacked()?.isHardEdged ?? true }
        }
        let dithering = settings.dithering ?? (isPixelArt ? .none : .blueNoise)
        let paper = settings.paper ?? RGB(255, 255, 255)
        return sheet.frames.map {
            PanelPicture(picture(of: $0), over: paper, in: inks, dithering)
        }
    }

    /// A frame in its place on the panel; clear around it.
    private func picture(of frame: Drawing) -> StraightImage {
        let isEnlarged = settings.fit == .integer
        let drawn = Picture(
            subject: sheet.subject,
            id: sheet.id,
            scale: frame.scale,
            size: isEnlarged ? frame.content.size : sheet.area.size,
            path: "",
            drawing: frame
        ).drawn()
        let larger = isEnlarged ? drawn.size.scaled(by: sheet.area.width / drawn.width) : nil
        let whole = larger.map { drawn.sampled(to: $0) } ?? drawn
        if whole.size == panel { return whole }
        var canvas = StraightImage(size: panel)
        canvas.copy(from: whole, at: sheet.area.origin)
        return canvas
    }
}

// What the files hold.
extension PanelFiles {
    private func source(of pictures: [PanelPicture]) -> [UInt8] {
        cSource(
            header + pictures.flatMap(\.packed),
            name: sheet.arrayName(in: target),
            comments: [
                "\(sheet.subject.rawValue) \"\(sheet.id)\" for a panel of \(panel)"
            ],
            numbers: [
                ("WIDTH", panel.width), ("HEIGHT", panel.height), ("BITS", settings.bits),
                ("FRAMES", pictures.count),
                ("FRAME_BYTES", frameBytes), ("HEADER_BYTES", header.count),
            ]
        )
    }

    private func json(of pictures: [PanelPicture]) throws(DiskError) -> [UInt8] {
        var known: [[Int]: Manifest.PanelChange] = [:]
        var animations = sheet.animations
        for (name, animation) in animations {
            animations[name]?.changes = animation.steps.map { from, to in
                if let change = known[[from, to]] { return change }
                let changes = PanelChanges(from: pictures[from], to: pictures[to])
                let change = Manifest.PanelChange(
                    from: from,
                    to: to,
                    pixels: changes.pixels,
                    cleared: changes.cleared,
                    rectangles: changes.rectangles.map(Manifest.PanelArea.init)
                )
                known[[from, to]] = change
                return change
            }
        }
        let file = PanelChangesFile(
            file: lastPart(of: "\(path).bin"),
            width: panel.width,
            height: panel.height,
            animations: animations
        )
        do {
            return try file.jsonBytes()
        } catch {
            throw DiskError(.encode, lastPart(of: path), reason: "\(error)")
        }
    }

    /// What the manifest says of animations; without changes on a dry run that does not know them.
    private func animations(
        in changes: BakedPage?
    ) throws(DiskError) -> [String: Manifest.PanelAnimation] {
        guard let changes, !changes.content.isUnknown else { return sheet.animations }
        let bytes = try changes.bytes(context.cache)
        do {
            return try PanelChangesFile(bytes: bytes).animations
        } catch {
            throw DiskError(.read, changes.path, reason: "\(error)")
        }
    }
}

extension Manifest.PanelArea {
    fileprivate init(_ rect: PixelRect) {
        self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
}
