import AtlasBuilding
package import Catalog
package import Diagnostics
package import KilnManifest
package import Raster

/// How looks are drawn.
package struct DrawOptions: Sendable {
    package enum Frames: Hashable, Sendable {
        /// From 0, or below 0 from the end; a look that does not have it cannot be drawn.
        case one(Int)
        /// The same, counted around the end: for pictures of several looks next to each other.
        case around(Int)
        case all
    }

    /// Of the base; nil stands for all frames of its sheet in order.
    package var animation: String?
    package var frames = Frames.one(0)
    /// The id of an image that is behind.
    package var background: String?
    /// Pixels per point.
    package var scale = 1
    /// Whether the layers of the first frame are kept, see `DrawnLook.parts`.
    package var keepsParts = false
    package var jobs: Int

    package init(jobs: Int) { self.jobs = jobs }
}

package struct DrawnLook: Sendable {
    /// In the order of play; premultiplied alpha, the canvas and its bleed at the scale asked for.
    package var images: [PremultipliedImage]
    /// Frames a second.
    package var fps: Double
    package var loops: Bool
    /// How long each picture is shown, in milliseconds; nil when `fps` says it.
    package var durations: [Int]?
    /// Back to front.
    package var layers: [LayerFacts]
    /// Ids of worn items of which nothing falls on the canvas in any of the pictures.
    package var unseen: [String]
    /// The layers of the first image by themselves, back to front; empty unless they were asked for.
    package var parts: [DrawnPart] = []
    /// Which frame of the base's sheet the first image shows.
    package var cell = 0
    /// How many frames the look has.
    package var frameCount = 1
}

/// A layer of a drawn look, by itself.
package struct DrawnPart: Sendable {
    /// Nil for the pet itself.
    package var item: String?
    package var asset: String
    /// Which of the parts of its item or its pet it shows, from 0.
    package var number: Int
    package var layer: RenderedCatalog.Layer
    /// Where its pivot is, in points of the canvas.
    package var pivot: Manifest.Point
    /// The same from the corner of the untrimmed picture.
    package var pivotInPicture: Manifest.Point
    /// Of the untrimmed picture, in points.
    package var size: PointSize
}

/// Draws looks from the sources, opening no more files than they need.
///
/// The pixels are those that a game gets which draws the baked atlas as the manifest says. What did
/// not change since the last time is taken from `memory`.
///
/// - Returns: for each look its pictures, nil when it cannot be drawn; and what is wrong.
/// - Throws: `CancellationError`.
package func drawLooks(
    _ loaded: LoadedCatalog,
    _ looks: [KilnManifest.Look],
    _ options: DrawOptions,
    memory: inout DrawMemory
) async throws -> (drawn: [DrawnLook?], diagnostics: [Diagnostic]) {
    let none = [DrawnLook?](repeating: nil, count: looks.count)
    let problems =
        loaded.errorsOfCatalog + looks.flatMap { loaded.problems(with: $0) }
        + loaded.problems(withBackground: options.background)
    guard problems.isEmpty else { return (none, problems) }
    let missing = loaded.coverage.missing(in: looks, options)
    let cells = loaded.coverage.cells(of: looks, and: missing)
    var plan = RenderPlan(
        loaded.catalog,
        cells,
        backgrounds: options.background.map { id in
            loaded.coverage.art(ofImage: id, forAny: looks.map(\.axes))
        } ?? [],
        in: loaded.folder,
        scales: [options.scale]
    )
    plan.missing = missing
    let context = loaded.context(jobs: options.jobs)
    try await loaded.evenHeights(of: &plan, in: context)
    let rendered = try await memory.rendered(plan, options, loaded.disk)
    var diagnostics =
        plan.failures(in: rendered, loaded.catalog).withholdingConsequences()
        + loaded.errors(aboutFilesOf: plan)
    // What cannot be read is reported; that a look lacks it is a consequence.
    let isWhole = diagnostics.isEmpty
    let art = RenderedCatalog(plan, rendered, loaded.catalog)
    let drawn = looks.map { look -> DrawnLook? in
        let failure: Diagnostic
        do throws(ManifestError) {
            let poses = try art.manifest.poses(of: look, animation: options.animation)
            switch options.frames {
            case .one(let frame) where !(-poses.count..<poses.count).contains(frame):
                failure = loaded.noFrame(frame, of: look, count: poses.count)
            case .one, .around, .all:
                return try art.drawn(look, poses, options) {
                    LayerFacts(of: $0, on: look, loaded, plan, rendered, scale: options.scale)
                }
            }
        } catch {
            failure = loaded.undrawable(look, error, playing: options.animation ?? "", in: art)
        }
        if isWhole { diagnostics.append(failure) }
        return nil
    }
    let unseen = zip(looks, drawn).flatMap { look, drawn in
        (drawn?.unseen ?? []).map { loaded.unseen($0, on: look.species, in: drawn?.layers ?? []) }
    }
    return (drawn, diagnostics + unseen.withholdingConsequences())
}

extension KilnManifest.Look {
    /// Ids of what is worn, the base first.
    package var worn: [String] { [base].compactMap(\.self) + overlays }
}

extension Coverage {
    /// What placeholders stand in for in looks and behind them.
    fileprivate func missing(
        in looks: [KilnManifest.Look],
        _ options: DrawOptions
    ) -> MissingArt {
        let species = Set(looks.map(\.species))
        let worn = Set(looks.flatMap(\.worn))
        let behind = Set([options.background].compactMap(\.self))
        var missing = MissingArt(self, backgrounds: behind, scales: [options.scale])
        missing.cells = missing.cells.filter { missing in
            species.contains(missing.thing.species.id)
                && missing.thing.item.map { worn.contains($0.id) } ?? true
        }
        missing.images = missing.images.filter { behind.contains($0.thing.id) }
        return missing
    }

    /// The cells whose art takes part in looks, and those that placeholders are drawn like.
    fileprivate func cells(of looks: [KilnManifest.Look], and missing: MissingArt) -> [Cell] {
        guard !missing.cells.isEmpty else { return cells(of: looks) }
        let worn = Set(missing.cells.compactMap(\.thing.item?.id)).union(looks.flatMap(\.worn))
        return cells.filter { cell in cell.item.map { worn.contains($0.id) } ?? true }
    }

    /// The cells whose art takes part in looks: their species, what they wear, the chosen axis values.
    func cells(of looks: [KilnManifest.Look]) -> [Cell] {
        struct Thing: Hashable {
            var species: String
            var item: String?
            var part: Int
            var sheet: String?
        }
        let species = Set(looks.map(\.species))
        let worn = Set(looks.flatMap(\.worn))
        let near = cells.indices.filter { index in
            let cell = cells[index]
            return species.contains(cell.species.id)
                && cell.item.map { worn.contains($0.id) } ?? true
        }
        let things = Dictionary(grouping: near) { index in
            let cell = cells[index]
            return Thing(
                species: cell.species.id,
                item: cell.item?.id,
                part: cell.part,
                sheet: cell.animation
            )
        }
        var needed: Set<Int> = []
        for (thing, indices) in things {
            let arts = indices.map {
                AxisChoice(axes: cells[$0].axes, level: cells[$0].level, value: $0)
            }
            for look in looks where look.species == thing.species {
                guard
                    thing.item.map({ $0 == look.base || look.overlays.contains($0) })
                        ?? (look.base == nil), let art = arts.best(for: look.axes, axes)
                else { continue }
                needed.insert(art.value)
            }
        }
        return needed.sorted().map { cells[$0] }
    }
}

extension RenderedCatalog {
    fileprivate func drawn(
        _ look: KilnManifest.Look,
        _ poses: [Manifest.Pose],
        _ options: DrawOptions,
        facts: (Manifest.Layer) -> LayerFacts?
    ) throws(ManifestError) -> DrawnLook? {
        let animation =
            if let name = options.animation {
                try manifest.animations(of: look)[name]
            } else {
                try manifest.timing(of: poses, of: look)
            }
        let wanted =
            switch options.frames {
            case .one(let frame), .around(let frame): frame..<(frame + 1)
            case .all: poses.indices
            }
        let shown = wanted.map { poses[around: $0] }
        var images: [PremultipliedImage] = []
        for pose in shown {
            let pieces = try pieces(of: look, in: pose, over: options.background)
            guard let image = draw(pieces, scale: options.scale) else { return nil }
            images.append(image)
        }
        let unseen = try Set(look.worn).subtracting(itemsOnCanvas(of: look, in: shown))
        let first = poses[around: wanted.lowerBound]
        return DrawnLook(
            images: images,
            fps: animation?.fps ?? 8,
            loops: animation?.loop ?? true,
            durations: options.frames == .all ? animation?.durations : nil,
            layers: try manifest.layers(of: look, sheet: poses[0].sheet).compactMap(facts),
            unseen: unseen.sorted(),
            parts: options.keepsParts ? try parts(of: look, in: first, scale: options.scale) : [],
            cell: first.cell,
            frameCount: poses.count
        )
    }

    private func parts(
        of look: KilnManifest.Look,
        in pose: Manifest.Pose,
        scale: Int
    ) throws(ManifestError) -> [DrawnPart] {
        try manifest.layers(of: look, sheet: pose.sheet).compactMap { shown in
            let art = shown.art
            guard let frame = frames[art.frames[pose.cell % art.frames.count]] else { return nil }
            let origin = art.origins[pose.cell % art.origins.count]
            guard let layer = Piece(origin: origin, frame: frame).layer(scale: scale) else {
                return nil
            }
            return DrawnPart(
                item: shown.item,
                asset: art.asset,
                number: art.part ?? 0,
                layer: layer,
                pivot: Manifest.Point(x: origin.x + frame.pivotX, y: origin.y + frame.pivotY),
                pivotInPicture: Manifest.Point(x: frame.pivotX, y: frame.pivotY),
                size: PointSize(
                    width: Double(frame.sourceSize.width),
                    height: Double(frame.sourceSize.height)
                )
            )
        }
    }

    /// The items of a look that show something on the canvas, or have nothing to show.
    private func itemsOnCanvas(
        of look: KilnManifest.Look,
        in poses: [Manifest.Pose]
    ) throws(ManifestError) -> Set<String> {
        let area = manifest.canvas.area(atScale: 1)
        var found: Set<String> = []
        for item in look.worn {
            var pieces: [Piece] = []
            for pose in poses { pieces += try self.pieces(of: look, in: pose, only: item) }
            if pieces.isEmpty || pieces.contains(where: { $0.overlaps(area) }) {
                found.insert(item)
            }
        }
        return found
    }
}

extension Manifest {
    /// The animation that shows these poses for times of their own, as files say them; nil when none
    /// does.
    fileprivate func timing(
        of poses: [Pose],
        of look: KilnManifest.Look
    ) throws(ManifestError) -> Animation? {
        for (name, animation) in try animations(of: look).sorted(by: { $0.key < $1.key })
        where animation.durations != nil {
            if try self.poses(of: look, animation: name) == poses { return animation }
        }
        return nil
    }

    /// The first thing worn in a look that has no art for the species.
    fileprivate func itemWithoutArt(in look: KilnManifest.Look) -> String? {
        look.worn.first { id in
            var alone = look
            alone.overlays = id == look.base ? [] : [id]
            do throws(ManifestError) {
                _ = try layers(of: alone)
                return false
            } catch {
                return error.code == .cannotWear
            }
        }
    }
}

extension LoadedCatalog {
    /// An item that was drawn, but not where it can be seen.
    fileprivate func unseen(
        _ item: String,
        on species: String,
        in layers: [LayerFacts]
    ) -> Diagnostic {
        let asset = layers.first { $0.item == item }?.asset
        let placement = catalog.species(species).flatMap { species in
            catalog.placement(for: ArtSubject(catalog.item(item), on: species), asset: asset)
        }
        let location = ["offset", "anchor"].lazy.compactMap { placement?.location(of: $0) }.first
        return Diagnostic(
            .overlayClipped,
            at: location ?? SourceLocation(path: path),
            message:
                "nothing of item \"\(item)\" on species \"\(species)\" is seen, found all of it "
                + "outside of the canvas",
            help: "move it onto the canvas with \"offset\", or hang it on another \"anchor\""
        )
        .reportedOnce(at: location)
    }

    /// Why a look cannot be drawn, and where to look further.
    fileprivate func undrawable(
        _ look: KilnManifest.Look,
        _ error: ManifestError,
        playing animation: String,
        in art: RenderedCatalog
    ) -> Diagnostic {
        guard error.code == .unknownAnimation else {
            let item = art.manifest.itemWithoutArt(in: look)
            return Diagnostic(
                .undrawableLook,
                at: SourceLocation(path: path),
                message: error.message,
                help: item.map { "'kiln resolve \(look.species) \($0)' lists the names tried" }
            )
        }
        let known = (try? art.manifest.animations(of: look))?.keys.sorted() ?? []
        // The name is the user's, so no file is at fault.
        return Diagnostic(
            .unknownReference,
            message: "there is no animation \"\(animation)\" of species \"\(look.species)\"",
            help: whatIsMeant(by: animation, among: known)
                ?? "its art has no animations: declare them in a rule of \"sheets\""
        )
    }

    /// A frame that was asked for, of a look that has `count`.
    fileprivate func noFrame(_ frame: Int, of look: KilnManifest.Look, count: Int) -> Diagnostic {
        Diagnostic(
            .undrawableLook,
            at: SourceLocation(path: path),
            message: "species \"\(look.species)\" has no such frame, found \(frame), "
                + (count == 1 ? "expected 0, its only one" : "expected 0 to \(count - 1)"),
            help: count == 1 ? nil : "-1 is the last one"
        )
    }
}
