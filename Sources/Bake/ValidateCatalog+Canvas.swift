internal import ArtRendering
internal import AtlasBuilding
internal import AtlasPack
internal import Catalog
internal import Compose
internal import Diagnostics
internal import Raster
internal import Validation

// How pictures lie on the canvas, and whether their frames will fit on pages.

extension RenderJob {
    /// How every art that this job serves lies on the canvas.
    ///
    /// - Parameters:
    ///   - arts: whose art it is.
    ///   - picture: a file of the asset, keyed.
    ///   - cells: its frames.
    ///   - catalog: the canvas, and where placements stand.
    /// - Returns: one fact for each art; of its frames the one that loses most counts.
    func canvasFacts(
        of arts: [RenderPlan.Art],
        _ picture: CheckedPicture,
        _ cells: [PixelRect],
        _ catalog: Catalog
    ) -> [CanvasFacts] {
        guard !cells.isEmpty else { return [] }
        let limits = catalog.canvas.box
        return arts.compactMap { art in
            guard let transform = transform(of: art) else { return nil }
            let places = art.places?.map { Optional($0) } ?? [nil]
            var facts = CanvasFacts(art, at: picture.path, in: catalog)
            for frame in 0..<max(cells.count, places.count) {
                let cell = cells[frame % cells.count]
                let geometry = LayerGeometry(
                    cell.size,
                    density: picture.density,
                    transform: transform,
                    place: places[frame % places.count].map { ($0.x, $0.y) }
                )
                if frame == 0 { (facts.width, facts.height) = (geometry.width, geometry.height) }
                if let box = geometry.box(around: PixelRect(cell.size)), limits.holds(box) {
                    continue
                }
                let own = losses(of: picture.image.cropped(to: cell), geometry, limits)
                if own.lost > facts.lost {
                    (facts.visible, facts.outside) = (own.visible, own.outside)
                }
                // Frames that hang on one point and have one size lose about the same.
                if places.count == 1, frame >= 7 { break }
            }
            return facts
        }
    }

    /// Frames that are larger than a limit, as packing will see them, in points by name.
    func largeFrames(
        _ picture: CheckedPicture,
        _ cells: [PixelRect],
        above limit: Int
    ) -> [String: PixelSize] {
        var large: [String: PixelSize] = [:]
        for rendition in renditions {
            for (number, cell) in cells.enumerated() {
                let geometry = LayerGeometry(
                    cell.size,
                    density: picture.density,
                    transform: rendition.transform,
                    place: nil
                )
                guard let whole = geometry.box(around: PixelRect(cell.size)),
                    max(whole.right - whole.left, whole.bottom - whole.top) > Double(limit),
                    let seen = picture.image.cropped(to: cell).opaqueBounds(above: 0),
                    let box = geometry.box(around: seen),
                    let size = PixelSize(
                        width: Int((box.right - box.left).rounded(.up)),
                        height: Int((box.bottom - box.top).rounded(.up))
                    )
                else { continue }
                large[cells.count == 1 ? rendition.name : "\(rendition.name)/\(number)"] = size
            }
        }
        return large
    }

    /// Points to a pixel of the picture, where an art draws it.
    func pointsPerPixel(of art: RenderPlan.Art, cell: PixelSize, density: Int) -> Double {
        guard let transform = transform(of: art) else { return 1 / Double(density) }
        let part = transform.size.visiblePart(of: cell)
        let points = transform.size.points(
            width: part.width,
            height: part.height,
            density: density
        )
        return (points.width / Double(part.width) * points.height / Double(part.height))
            .squareRoot()
    }

    private func transform(of art: RenderPlan.Art) -> LayerTransform? {
        renditions.first { $0.name == art.rendition }?.transform
    }
}

/// How many visible pixels of a frame fall outside of a box; of large frames a sample is counted.
private func losses(
    of frame: StraightImage,
    _ geometry: LayerGeometry,
    _ limits: CanvasBox
) -> (visible: Int, outside: [CanvasSide: Int], lost: Double) {
    let step = max(1, max(frame.width, frame.height) / 256)
    var visible = 0
    var outside: [CanvasSide: Int] = [:]
    for y in stride(from: 0, to: frame.height, by: step) {
        for x in stride(from: 0, to: frame.width, by: step)
        where frame[x, y].a >= 16 && geometry.draws(x: x, y: y) {
            visible += 1
            let point = geometry.point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            if point.y < limits.top {
                outside[.top, default: 0] += 1
            } else if point.y > limits.bottom {
                outside[.bottom, default: 0] += 1
            } else if point.x < limits.left {
                outside[.left, default: 0] += 1
            } else if point.x > limits.right {
                outside[.right, default: 0] += 1
            }
        }
    }
    let lost = Double(outside.values.reduce(0, +)) / Double(max(1, visible))
    return (visible, outside, lost)
}

extension CanvasFacts {
    fileprivate init(_ art: RenderPlan.Art, at path: String, in catalog: Catalog) {
        var subject = "species \"\(art.species)\""
        var place = catalog.species(art.species)?.place["placement"]
        if case .item(let id) = art.subject, let item = catalog.item(id) {
            subject = "item \"\(id)\" on \(subject)"
            let own = item.variant(for: art.species)?.placement.place
            place = own?.location == nil ? item.place["placement"] : own
        }
        self.init(
            asset: art.asset,
            path: path,
            subject: subject,
            isBase: art.isBase,
            isPlaced: art.places != nil,
            location: place?.location,
            width: 0,
            height: 0,
            visible: 0,
            outside: [:]
        )
    }
}

extension Canvas {
    /// The canvas and its bleed.
    fileprivate var box: CanvasBox {
        CanvasBox(
            left: -Double(bleed.left),
            top: -Double(bleed.top),
            right: Double(width + bleed.right),
            bottom: Double(height + bleed.bottom)
        )
    }
}

extension Catalog {
    /// Whether frames fit on the pages of every target, said as packing says it.
    ///
    /// - Parameters:
    ///   - frames: sizes in points by name.
    ///   - plan: whose frames they are.
    /// - Returns: one finding for each target with a frame that does not fit.
    func checkPageSizes(_ frames: [String: PixelSize], _ plan: RenderPlan) -> [Diagnostic] {
        let worn = Set(plan.arts.map(\.rendition))
        let byName = frames.sorted { $0.key < $1.key }
        /// The largest frames that a target holds: of some images it may have none.
        func largest(_ target: Target) -> [PackItem] {
            let selection = target.settings.images
            let shown = plan.images.filter { selection?.contains($0.image.id) ?? true }
            let held = worn.union(shown.map(\.rendition))
            let byName = byName.filter { name, _ in
                held.contains(name)
                    || name.lastIndex(of: "/").map { held.contains(String(name[..<$0])) } ?? false
            }
            let widest = byName.max { $0.value.width < $1.value.width }
            let highest = byName.max { $0.value.height < $1.value.height }
            return [widest, highest].compactMap { frame in
                frame.map { PackItem(name: $0.key, size: $0.value) }
            }
        }
        return targets.filter { $0.kind == .atlas }.compactMap { target in
            let options = AtlasSettings(target.settings).packing
            for frame in largest(target) {
                do throws(PackError) {
                    _ = try pack([frame], options: options)
                } catch {
                    return TargetFailure.packing(error).diagnostic(for: target)
                }
            }
            return nil
        }
    }

    /// Frames with a longer side, in points, may not fit on some page.
    var smallestPage: Int {
        targets.filter { $0.kind == .atlas }.map { target in
            let settings = target.settings
            return settings.maxPageSize / (settings.scales.max() ?? 1) - settings.padding
                - 2 * (settings.extrude + settings.border)
        }.min() ?? .max
    }
}
