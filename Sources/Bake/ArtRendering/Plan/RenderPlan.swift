package import Catalog
import ChromaKey
import KilnManifest
package import Raster

/// One of several things, for some axis values.
struct AxisChoice<Value: Sendable>: AxisArt, Sendable {
    var axes: [String: String]
    var level: Int?
    var value: Value
}

/// Everything that has to be rendered, and what it will be used for; no picture was opened yet.
package struct RenderPlan: Sendable {
    /// The frames of a species or of an item on a species, in waiting.
    package struct Art: Sendable {
        package enum Subject: Hashable, Sendable {
            case species(String)
            case item(String)

            init(of cell: Coverage.Cell) {
                self = cell.item.map { .item($0.id) } ?? .species(cell.species.id)
            }
        }

        package var subject: Subject
        package var species: String
        package var axes: [String: String]
        /// Which naming template found it, from 0.
        package var level: Int
        /// Which of several layers it is; nil when there is one.
        package var part: Int?
        /// What `<animation>` stood for.
        package var sheet: String?
        package var asset: String
        /// The name of the rendition that gives the frames.
        package var rendition: String
        /// Where the picture's pivot goes, in points: once, or for each frame of the base.
        ///
        /// Nil for a full canvas at the origin.
        package var places: [CanvasPoint]?
        package var z: Int
        package var animations: [SheetAnimation]
        package var nineSlice: NineSlice?
        /// Whether the catalog says where the pivot is.
        package var isPivotGiven: Bool
        /// A species or an outfit.
        package var isBase: Bool
        /// What is done to the colors.
        package var colors = PlannedColors()
    }

    /// A rendition whose pictures are next to those of another one, such as normal maps.
    package struct Side: Hashable, Sendable {
        package var suffix: String
        package var rendition: String
        /// Of the sprites.
        package var base: String
    }

    /// The frames of an image for some axis values, in waiting.
    package struct ImageArt: Sendable {
        package var image: NamedImage
        /// The values that it is for; axes that are not named do not matter.
        package var axes: [String: String]
        /// Which naming template found it, from 0.
        package var level: Int
        package var asset: String
        /// The name of the rendition that gives the frames.
        package var rendition: String
        package var animations: [SheetAnimation]
        package var nineSlice: NineSlice?
        /// Whether the catalog says where the pivot is.
        package var isPivotGiven: Bool
        /// What the asset's image set says.
        package var rendering: RenderingIntent?
        /// What is done to the colors.
        package var colors = PlannedColors()
    }

    package var arts: [Art] = []
    /// Those of one image one after the other.
    package var images: [ImageArt] = []
    /// Renditions that fill the canvas and its bleed behind looks, by the image's id.
    var backgrounds: [String: [AxisChoice<String>]] = [:]
    package var sides: [Side] = []
    /// What is drawn without a file.
    package var missing = MissingArt()
    /// One for each asset and way of keying it, in the order of first use.
    package var jobs: [RenderJob] = []

    package init() {}

    /// Plans the cells that resolved to an asset.
    ///
    /// `images` are planned after them, and `backgrounds` as backgrounds of looks. `folder` is the
    /// catalog's own; `scales` ascend, in pixels per point; `sides` finds side assets by suffix and
    /// name.
    package init(
        _ catalog: Catalog,
        _ cells: [Coverage.Cell],
        images: [Coverage.ImageArt] = [],
        backgrounds: [Coverage.ImageArt] = [],
        in folder: String,
        scales: [Int],
        sides: (suffixes: [String], index: AssetIndex)? = nil
    ) {
        var planner = RenderPlanner(
            catalog: catalog,
            folder: folder,
            scales: scales,
            sides: sides,
            changesColors: !catalog.authoredColorings.isEmpty
        )
        planner.plan.arts.reserveCapacity(cells.count)
        planner.plan.jobs.reserveCapacity(cells.count)
        planner.jobIndexes.reserveCapacity(cells.count)
        planner.renditions.reserveCapacity(cells.count)
        for cell in cells { planner.add(cell) }
        for art in images { planner.add(art) }
        for art in backgrounds { planner.add(background: art) }
        self = planner.plan
    }
}

// Pictures that are files of their own may be larger than what pages hold: their art is rendered with
// as many pixels as they need.
extension RenderPlan {
    /// Adds the scales that pictures of their own are made from.
    mutating func addScales(for targets: [Target], _ catalog: Catalog) {
        var wanted: [String: Set<Int>] = [:]
        let bySubject = Dictionary(grouping: arts, by: \.subject)
        var drawn: [String: (size: LayerSize, density: Int)] = [:]
        for job in jobs {
            let density = job.files.last?.density ?? 1
            for own in job.renditions { drawn[own.name] = (own.transform.size, density) }
        }
        func scale(of rendition: String, filling sizes: [PixelSize], share: Int) -> Int? {
            drawn[rendition].map {
                $0.size.scale(filling: sizes, share: share, density: $0.density)
            }
        }
        for wish in targets.flatMap({ $0.kind.baking.pictureWishes(of: $0) }) {
            let sizes = wish.sizes
            for look in catalog.looks where wish.looks(look.id) {
                let scales =
                    wish.isInPoints
                    ? [1] : Set(sizes.map { $0.scale(filledBy: catalog.canvas.area) })
                missing.scales.formUnion(scales)
                let base = look.base.map { Art.Subject.item($0) } ?? .species(look.species)
                let subjects = [base] + look.overlays.map { .item($0) }
                let own = subjects.flatMap { bySubject[$0] ?? [] }
                    .filter { $0.species == look.species }.map(\.rendition)
                let behind = look.background.flatMap { backgrounds[$0] } ?? []
                for name in own + behind.map(\.value) {
                    wanted[name, default: []].formUnion(scales)
                }
            }
            for item in catalog.items where wish.items(item.id) {
                let arts = bySubject[.item(item.id)] ?? []
                let species = wish.species ?? arts.first?.species
                let own = arts.filter { $0.species == species }.map(\.rendition)
                // All parts at one scale. What is seen of an item may be half of its picture.
                let scales =
                    wish.isInPoints
                    ? [1] : own.compactMap { scale(of: $0, filling: sizes, share: 2) }
                for name in own {
                    wanted[name, default: []].formUnion(scales.max().map { [$0] } ?? [])
                }
            }
            for art in images where wish.images(art.image.id) {
                let scale =
                    wish.isInPoints ? 1 : scale(of: art.rendition, filling: sizes, share: 1)
                guard let scale else { continue }
                wanted[art.rendition, default: []].insert(scale)
            }
        }
        guard !wanted.isEmpty else { return }
        missing.scales.formUnion(wanted.values.joined())
        for index in jobs.indices {
            let own = jobs[index].renditions.compactMap { wanted[$0.name] }.joined()
            jobs[index].scales = Set(jobs[index].scales).union(own).sorted()
        }
    }
}

extension LayerSize {
    /// The scale, 1 to 8, that has the pixels for sizes, or all pixels of a file of a density.
    fileprivate func scale(filling sizes: [PixelSize], share: Int, density: Int) -> Int {
        switch self {
        case .scaled(let factor):
            return min(8, max(1, Int((Double(density) / factor).rounded(.up))))
        case .fitted(let width, let height, _):
            let scales = sizes.map { $0.scale(filledBy: (width, height)) * share }
            return min(8, scales.max() ?? 1)
        }
    }
}

extension PixelSize {
    /// The scale, 1 to 8, at which a box in points has the pixels to be brought into this size.
    fileprivate func scale(filledBy box: (width: Double, height: Double)) -> Int {
        let factor = min(Double(width) / box.width, Double(height) / box.height)
        return min(8, max(1, Int((factor - 1e-9).rounded(.up))))
    }
}

/// What is done to the colors of a rendition.
package struct PlannedColors: Sendable {
    /// Those that change anything, in the order in which they are made.
    package var changes: [ColorChange] = []
    /// What the names of its frames have more than those of the drawing: `~value` for each value of an
    /// axis that changes anything.
    package var suffix = ""
    /// Whether nothing but a shape is left, which a game may color itself.
    package var isTemplate = false
    /// The values that the drawing is colored for, by axis.
    package var values: [String: String] = [:]

    /// Those among the changes that replace colors.
    var recolors: [RecolorUse] = []

    package init() {}

    init(
        of subject: ArtSubject,
        asset: String,
        for values: [String: String] = [:],
        in catalog: Catalog
    ) {
        func changes(_ values: [String: String]) -> [ColorChange] {
            catalog.colorSteps(of: subject, asset: asset, values: values).compactMap {
                ColorChange($0, catalog)
            }
        }
        let steps = catalog.colorSteps(of: subject, asset: asset, values: values)
        for step in steps {
            if let use = RecolorUse(step, before: self.changes, catalog) { recolors.append(use) }
            if let change = ColorChange(step, catalog) { self.changes.append(change) }
        }
        self.values = values
        isTemplate = steps.last?.makesTemplate ?? false
        for axis in catalog.axes {
            guard let value = values[axis.name] else { continue }
            var others = values
            others[axis.name] = nil
            if changes(others) != self.changes { suffix += "~\(value)" }
        }
    }
}

extension ColorChange {
    /// Nil when nothing changes, and when there are no colors, which checks tell.
    init?(_ step: ColorStep, _ catalog: Catalog) {
        switch step.change {
        case .recolor(let recolor):
            let swaps = catalog.swaps(of: recolor) ?? []
            // One that stays keeps its neighbors from becoming another color.
            guard swaps.contains(where: { $0.from != $0.to }) else { return nil }
            let kept = recolor.tolerance > 0 ? swaps : swaps.filter { $0.from != $0.to }
            self = .replace(kept, tolerance: recolor.tolerance)
        case .gradientMap(let map):
            guard map.stops.count > 1 else { return nil }
            self = .gradient(map.stops, inLinearLight: map.isLinear)
        case .tint(let tint):
            switch tint.mode {
            case .template: self = .fill(tint.color)
            case .multiply:
                guard tint.color != HexColor(255, 255, 255) else { return nil }
                self = .multiply(tint.color, inLinearLight: tint.isLinear)
            }
        }
    }
}

// The catalog's settings as the modules that render take them.

extension SheetSettings {
    /// The animations of a picture; one that is a file for one animation has that at least.
    func animations(of sheet: String?, in file: FileSheet? = nil) -> [SheetAnimation] {
        let isUnnamed =
            file?.isUnnamedRun == true && animations.map(\.name) == [FileSheet.unnamedRun]
        guard let sheet, animations.isEmpty || isUnnamed else { return animations }
        var whole = animations.first ?? SheetAnimation()
        whole.name = sheet
        return [whole]
    }
}

extension Catalog {
    func keying(of subject: ArtSubject, asset: String) -> Keying {
        Keying(keyWish(for: subject, asset: asset).wish, chroma(for: subject, asset: asset).value)
    }
}

extension Canvas {
    /// The sides of the canvas with its bleed, in points.
    var area: (width: Double, height: Double) {
        let area = area(atScale: 1)
        return (Double(area.width), Double(area.height))
    }
}

extension Placement {
    /// Where the pivot goes on a species: once, or for each frame of its sheet.
    func places(on species: Species, _ canvas: Canvas) -> [CanvasPoint] {
        let center = CanvasPoint(x: Double(canvas.width) / 2, y: Double(canvas.height) / 2)
        let anchors =
            anchor.flatMap { species.anchor($0)?.points } ?? [size == nil ? .zero : center]
        return anchors.map { CanvasPoint(x: $0.x + offset.x, y: $0.y + offset.y) }
    }
}

extension SheetSettings {
    /// In the untrimmed picture: 0, 0 is its top-left corner, 1, 1 its bottom-right one.
    func pivot(of placement: Placement?) -> CanvasPoint {
        placement?.pivot ?? pivot ?? CanvasPoint(x: 0.5, y: 0.5)
    }
}

extension LayerTransform {
    init(_ placement: Placement?, _ sheet: SheetSettings) {
        let pivot = sheet.pivot(of: placement)
        let own = placement ?? Placement()
        self.init(
            size: own.size.map { .fitted(width: $0.width, height: $0.height, own.fit) }
                ?? .scaled(own.scale),
            rotation: own.rotation,
            isFlipped: own.flip,
            pivotX: pivot.x,
            pivotY: pivot.y
        )
    }
}
