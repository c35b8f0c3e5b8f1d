import Catalog
import Diagnostics
import Raster

/// What a species, an item or an image shows for some axis values, among others.
struct ComparedPicture: Sendable {
    /// For messages: `species "dog"`, `item "hat"`, `item "coat" on species "dog"`, `image "room"`.
    var subject: String
    var kind: SiblingFacts.Kind
    /// Empty for images.
    var species = ""
    /// Nil for a species' own art, and for images.
    var item: String?
    /// The values of axes that it is for, such as `mood "sad"`; empty without.
    var values: String
    var asset: String
    var path: String
    /// Equal for equal images with equal cuts.
    var fingerprint: UInt64
    /// Whether it has a single color: equal plain areas are no mistake.
    var isPlain: Bool
    /// Of all frames, or of the first alone where they cannot be compared; empty if it is small.
    var sketches: [FigureSketch] = []
    /// Whether something was found wrong with the frames by themselves.
    var isReported = false
    /// Whether frames were found to be unlike the others of their sheet.
    var hasOddFrames = false
    /// Around each visible frame, in points of the canvas.
    var boxes: [CanvasBox] = []
}

/// The pictures of a catalog, side by side.
struct ComparedPictures {
    /// A job, what its frames are used for, and what was found in its pictures.
    typealias Looked = (job: RenderJob, uses: AssetUses?, checked: CheckedAsset)

    let catalog: Catalog
    let plan: RenderPlan
    /// The jobs that were checked, in the order of the plan.
    let looked: [Looked]
    /// Those with a file, by the names of renditions.
    private var known: [String: (job: RenderJob, checked: CheckedAsset, path: String)] = [:]

    /// `uses` and `checked` are by job, nil where a job was not checked.
    init(
        _ catalog: Catalog,
        _ plan: RenderPlan,
        _ uses: [AssetUses?],
        _ checked: [CheckedAsset?]
    ) {
        (self.catalog, self.plan) = (catalog, plan)
        looked = zip(plan.jobs, zip(uses, checked)).compactMap { job, facts in
            facts.1.map { (job, facts.0, $0) }
        }
        for (job, _, checked) in looked {
            guard let path = job.files.last?.shownPath else { continue }
            for rendition in job.renditions { known[rendition.name] = (job, checked, path) }
        }
    }

    /// What images show, and arts that are one picture each, as far as their pixels are known.
    ///
    /// Where a picture that has to be the canvas is not, nothing more is said of its feet.
    var shown: [ComparedPicture] {
        func picture(
            _ subject: String,
            _ kind: SiblingFacts.Kind,
            _ axes: [String: String],
            _ asset: String,
            _ rendition: String
        ) -> ComparedPicture? {
            guard let (_, checked, path) = known[rendition],
                let fingerprint = checked.fingerprint
            else { return nil }
            return ComparedPicture(
                subject: subject,
                kind: kind,
                values: named(axes),
                asset: asset,
                path: path,
                fingerprint: fingerprint,
                isPlain: checked.traits?.colors ?? 0 <= 1
            )
        }
        let arts = plan.arts.filter { $0.part == nil && $0.sheet == nil }
        return arts.compactMap { art -> ComparedPicture? in
            let species = "species \"\(art.species)\""
            let item = art.item.map { "item \"\($0)\"" + (art.isBase ? " on \(species)" : "") }
            let kind: SiblingFacts.Kind = art.isBase ? .base : .overlay
            guard var shown = picture(item ?? species, kind, art.axes, art.asset, art.rendition)
            else { return nil }
            shown.species = art.species
            shown.item = art.item
            guard art.isBase, let (job, checked, _) = known[art.rendition],
                let place = job.place(of: art, on: catalog.canvas)
            else { return shown }
            let isMeasured = art.places != nil || place.isCanvas(checked, catalog.canvas)
            if isMeasured { shown.boxes = place.boxes(of: checked) }
            // What is wrong with single frames by themselves was reported.
            shown.isReported = checked.findings.contains {
                (Check.ofFrames + Check.hidingFrames).contains($0.check) && $0.check != .oddFrame
            }
            shown.hasOddFrames = checked.findings.contains { $0.check == .oddFrame }
            // Marks in all frames make the figure seem larger.
            if !checked.findings.contains(where: { $0.check == .sheetGuides }) {
                shown.sketches = Array(checked.sketches.prefix(shown.isReported ? 1 : .max))
            }
            return shown
        }
            + plan.images.compactMap {
                picture("image \"\($0.image.id)\"", .scene, $0.axes, $0.asset, $0.rendition)
            }
    }

    /// How large what is worn in a slot is, and the pictures of one image.
    var sizes: [SizeFacts] {
        var seen: Set<String> = []
        func facts(
            _ rendition: String,
            _ group: String,
            isSteady: Bool,
            withoutMargins: Bool
        ) -> SizeFacts? {
            guard let (_, checked, path) = known[rendition], checked.isComparable,
                let cell = checked.cells.first,
                let shown = withoutMargins ? cell.bounds?.size : cell.size,
                seen.insert("\(group) \(path)").inserted
            else { return nil }
            let density = Double(max(1, checked.density))
            return SizeFacts(
                path: path,
                group: group,
                isSteady: isSteady,
                width: Double(cell.size.width) / density,
                height: Double(cell.size.height) / density,
                side: Double(shown.area).squareRoot() / density,
                opaque: Double(cell.area) / Double(cell.size.area)
            )
        }
        let worn = plan.arts.compactMap { art -> SizeFacts? in
            // Placements may draw them in other sizes.
            guard !art.isBase, art.part == nil, art.sheet == nil, art.places == nil,
                let slot = art.item.flatMap(catalog.item)?.slot
            else { return nil }
            return facts(art.rendition, "slot \"\(slot)\"", isSteady: false, withoutMargins: true)
        }
        let shown = plan.images.flatMap { art in
            let id = art.image.id
            let prefix = id.firstIndex { $0 == "_" || $0 == "-" }.map { "images \"\(id[...$0])…\"" }
            // Words of one image have other lengths in other languages.
            return [("image \"\(id)\"", false), prefix.map { ($0, true) }].compactMap(\.self)
                .compactMap { facts(art.rendition, $0, isSteady: true, withoutMargins: $1) }
        }
        return worn + shown
    }

    /// Of placed pictures that no placement enlarges or reduces.
    var fileSizes: [PlacedFile] {
        plan.arts.compactMap { art -> PlacedFile? in
            guard art.places != nil, art.part == nil, art.sheet == nil,
                let (job, checked, path) = known[art.rendition], let cell = checked.cells.first,
                job.renditions.first(where: { $0.name == art.rendition })?.transform.size
                    == .scaled(1)
            else { return nil }
            let kind: SiblingFacts.Kind = art.isBase ? .base : .overlay
            return PlacedFile(path: path, kind: kind, cell: cell, density: checked.density)
        }
    }

    /// Where overlays that are as large as the canvas show something.
    var places: [PlaceFacts] {
        plan.arts.compactMap { art -> PlaceFacts? in
            guard !art.isBase, art.part == nil, art.sheet == nil,
                let slot = art.item.flatMap(catalog.item)?.slot,
                let (job, checked, path) = known[art.rendition], checked.isComparable,
                let place = job.place(of: art, on: catalog.canvas),
                place.isCanvas(checked, catalog.canvas)
            else { return nil }
            let boxes = place.boxes(of: checked)
            guard !boxes.isEmpty else { return nil }
            return PlaceFacts(
                path: path,
                slot: slot,
                species: art.species,
                x: median(boxes.map { ($0.left + $0.right) / 2 }),
                y: median(boxes.map { ($0.top + $0.bottom) / 2 })
            )
        }
        .uniqued(by: { [$0.path, $0.slot, $0.species] })
    }

    /// Where overlays that are placed are in their files.
    var margins: [PlacedFile] {
        plan.arts.compactMap { art -> PlacedFile? in
            guard !art.isBase, art.part == nil, art.sheet == nil,
                let item = art.item.flatMap(catalog.item),
                let (job, checked, path) = known[art.rendition], checked.isComparable,
                !checked.findings.contains(where: { $0.check == .clipped }),
                let cell = checked.cells.first, cell.bounds != nil,
                let place = job.place(of: art, on: catalog.canvas),
                !place.isCanvas(checked, catalog.canvas)
            else { return nil }
            let placements = [item.placement, item.variant(for: art.species)?.placement].compactMap(
                \.self
            )
            guard placements.contains(where: \.isAuthored),
                !placements.contains(where: { $0.members.contains("pivot") }),
                catalog.sheet(for: art.asset).value.pivot == nil
            else { return nil }
            return PlacedFile(path: path, kind: .overlay, cell: cell, density: checked.density)
        }
        .uniqued(by: \.path)
    }

    /// The pictures that can be compared with others of their kind.
    var siblings: [SiblingFacts] {
        var seen: Set<String> = []
        return looked.compactMap { job, uses, checked in
            guard let uses, let traits = checked.traits, checked.isComparable,
                let path = job.files.last?.shownPath,
                // What is in JPEG is known to have lost detail.
                ![".jpg", ".jpeg"].contains(where: { path.lowercased().hasSuffix($0) }),
                seen.insert(path).inserted
            else { return nil }
            let image: SiblingFacts.Kind = traits.rimWidth < 0 ? .scene : .icon
            return SiblingFacts(
                path: path,
                kind: uses.isBase ? .base : uses.isScene ? image : .overlay,
                traits: traits
            )
        }
    }

    /// Undressed pets that are pictures of the canvas's size, by species; the first of several axis values
    /// stands for all.
    var fullCanvasPets: [String: CheckedAsset] {
        var result: [String: CheckedAsset] = [:]
        for art in plan.arts
        where art.subject == .species(art.species) && (art.part ?? 0) == 0 && art.places == nil
            && result[art.species] == nil
        {
            guard let (job, checked, _) = known[art.rendition],
                let place = job.place(of: art, on: catalog.canvas),
                place.isCanvas(checked, catalog.canvas)
            else { continue }
            result[art.species] = checked
        }
        return result
    }
}

extension CheckedAsset {
    /// Whether nothing was found that makes comparisons with other pictures meaningless.
    fileprivate var isComparable: Bool {
        !findings.contains {
            [.upscaled, .bakedBackground, .sheetGuides, .gridCutsFigures, .uncutFigures].contains(
                $0.check
            )
        }
    }
}

/// Such as `mood "sad"`.
private func named(_ axes: [String: String]) -> String {
    axes.sorted { $0.key < $1.key }.map { "\($0.key) \"\($0.value)\"" }.joined(separator: " and ")
}
