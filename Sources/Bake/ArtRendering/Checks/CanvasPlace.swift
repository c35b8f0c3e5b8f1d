import Catalog
import FileStore
import KilnManifest
import Raster

/// Where an art's frames are on the canvas.
struct CanvasPlace {
    fileprivate let transform: LayerTransform
    /// Of the pivot, in points: once, or for each frame; nil for a full canvas at the origin.
    fileprivate let places: [CanvasPoint]?
    fileprivate let limits: CanvasBox

    /// Everything that a loss follows from besides the pixels.
    var key: Digest {
        let places = places.map { $0.map { "\($0.x) \($0.y)" }.joined(separator: ",") } ?? "-"
        let text = "\(String(reflecting: transform)) \(String(reflecting: limits)) \(places)"
        return Digest(of: Array(text.utf8))
    }

    /// The untrimmed picture as drawn, in points; nil without a cell.
    func size(of checked: CheckedAsset) -> (width: Double, height: Double)? {
        guard let cell = checked.cells.first else { return nil }
        let geometry = geometry(cell.size, checked.density, frame: 0)
        return (geometry.width, geometry.height)
    }

    /// Around what each frame shows that shows something, in points of the canvas.
    func boxes(of checked: CheckedAsset) -> [CanvasBox] {
        checked.cells.indices.compactMap { frame in
            let cell = checked.cells[frame]
            return cell.bounds.flatMap { bounds in
                geometry(cell.size, checked.density, frame: frame).box(around: bounds)
            }
        }
    }

    /// Whether each cell is as large as the canvas.
    func isCanvas(_ checked: CheckedAsset, _ canvas: Canvas) -> Bool {
        guard let size = size(of: checked) else { return false }
        return abs(size.width - Double(canvas.width)) < 1
            && abs(size.height - Double(canvas.height)) < 1
    }

    /// Whether all that is seen falls on the canvas or its bleed, as far as boxes tell.
    func holdsAll(of checked: CheckedAsset) -> Bool {
        frames(of: checked.cells).allSatisfy { frame in
            let cell = checked.cells[frame % checked.cells.count]
            guard let bounds = cell.bounds else { return true }
            let box = geometry(cell.size, checked.density, frame: frame).box(around: bounds)
            return box.map(limits.holds) ?? true
        }
    }

    /// Of the frames the one that loses most.
    func loss(of picture: CheckedPicture, _ cells: [CheckedAsset.Cell]) -> CheckedAsset.Loss {
        var worst = CheckedAsset.Loss()
        for frame in frames(of: cells) {
            let cell = cells[frame % cells.count]
            guard let bounds = cell.bounds else { continue }
            let geometry = geometry(cell.size, picture.density, frame: frame)
            if let box = geometry.box(around: bounds), limits.holds(box) { continue }
            let image = picture.image.cropped(to: picture.frames[frame % cells.count])
            let own = losses(of: image, geometry, limits)
            if own.share > worst.share { worst = own }
            // Frames that hang on one point and have one size lose about the same.
            if places?.count ?? 1 == 1, frame >= 7 { break }
        }
        return worst
    }

    private func frames(of cells: [CheckedAsset.Cell]) -> Range<Int> {
        cells.isEmpty ? 0..<0 : 0..<max(cells.count, places?.count ?? 1)
    }

    private func geometry(_ size: PixelSize, _ density: Int, frame: Int) -> LayerGeometry {
        LayerGeometry(
            size,
            density: density,
            transform: transform,
            place: places.map { places in
                let place = places[frame % places.count]
                return (place.x, place.y)
            }
        )
    }
}

extension CheckedAsset.Loss {
    var share: Double { Double(outside.values.reduce(0, +)) / Double(max(1, visible)) }
}

/// How many visible pixels of a frame fall outside of a box; of large frames a sample is counted.
private func losses(
    of frame: StraightImage,
    _ geometry: LayerGeometry,
    _ limits: CanvasBox
) -> CheckedAsset.Loss {
    let step = max(1, max(frame.width, frame.height) / 256)
    var loss = CheckedAsset.Loss()
    for y in stride(from: 0, to: frame.height, by: step) {
        for x in stride(from: 0, to: frame.width, by: step)
        where frame[x, y].a >= 16 && geometry.draws(x: x, y: y) {
            loss.visible += 1
            let point = geometry.point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            if point.y < limits.top {
                loss.outside[.top, default: 0] += 1
            } else if point.y > limits.bottom {
                loss.outside[.bottom, default: 0] += 1
            } else if point.x < limits.left {
                loss.outside[.left, default: 0] += 1
            } else if point.x > limits.right {
                loss.outside[.right, default: 0] += 1
            }
        }
    }
    return loss
}

extension RenderJob {
    /// Where an art that this job serves is.
    func place(of art: RenderPlan.Art, on canvas: Canvas) -> CanvasPlace? {
        transform(of: art).map {
            CanvasPlace(transform: $0, places: art.places, limits: canvas.box)
        }
    }

    /// Everything that losses depend on, apart from the pixels and how they are drawn.
    func put(placesOf uses: AssetUses, to out: inout ByteWriter) {
        let box = uses.canvas.box
        out.put(box.left, box.top, box.right, box.bottom)
        for art in uses.arts {
            out.put(renditions.firstIndex { $0.name == art.rendition } ?? -1)
            out.put(art.places) { out, places in out.put(places) { $0.put($1.x, $1.y) } }
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
        let drawn = LayerGeometry(cell, density: density, transform: transform, place: nil)
        let part = drawn.part
        return (drawn.width / Double(part.width) * drawn.height / Double(part.height)).squareRoot()
    }

    private func transform(of art: RenderPlan.Art) -> LayerTransform? {
        renditions.first { $0.name == art.rendition }?.transform
    }
}

extension Canvas {
    fileprivate var box: CanvasBox {
        let area = area(atScale: 1)
        return CanvasBox(
            left: Double(area.x),
            top: Double(area.y),
            right: Double(area.x + area.width),
            bottom: Double(area.y + area.height)
        )
    }
}
