import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
import KilnManifest
import Raster

extension PackRequest {
    /// Decodes the pictures and brings them to the scales asked for.
    ///
    /// `paths` are relative to the folder.
    ///
    /// - Returns: a frame for each path that is no side picture, or several for a file that has them,
    ///   and the side sheets.
    /// - Throws: `PackFailure` with all that cannot be used, `CancellationError`.
    func loadFrames(
        _ paths: [String],
        _ disk: any Disk
    ) async throws -> (frames: [RenderedFrame], sides: [SideSheet]) {
        let loaded = try await inParallel(paths.count, jobs: jobs) { index in
            await Result(of: { () async throws(PictureFailure) -> [RenderedFrame] in
                try await withOwnFrames(
                    paths[index],
                    in: folder,
                    disk: disk,
                    need: .rendering(settings.scales, density: sourceDensity)
                ) { own throws(PictureFailure) in
                    try frame(paths[index], named: own.name, own.image)
                }
            })
        }
        var frames: [RenderedFrame] = []
        var sideFrames: [(suffix: String, path: String, frame: RenderedFrame)] = []
        var failures: [PictureFailure] = []
        for (path, result) in zip(paths, loaded) {
            switch result {
            case .success(let own):
                if let suffix = sideSuffix(of: path) {
                    sideFrames += own.map { (suffix, joinPath(folder, path), $0) }
                } else {
                    frames += own
                }
            case .failure(let failure): failures.append(failure)
            }
        }
        try checkNames(zip(paths, loaded).map { ($0, (try? $1.get())?.map(\.name) ?? []) })
        var sheets = settings.sideSheets.map { SideSheet(suffix: $0, pictures: [:]) }
        let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
        for (suffix, path, side) in sideFrames {
            let name = String(side.name.dropLast(suffix.count))
            let sprite = byName[name]
            if let sprite, sprite.sourceSize == side.sourceSize,
                let sheet = sheets.firstIndex(where: { $0.suffix == suffix })
            {
                sheets[sheet].pictures[name] = side
                continue
            }
            let problem =
                sprite.map { "is \(side.sourceSize), but its sprite is \($0.sourceSize)" }
                ?? "has no sprite named \"\(name)\""
            failures.append(
                PictureFailure(path: path, message: "the side picture \(problem)")
            )
        }
        guard failures.isEmpty else { throw PackFailure(failures) }
        return (frames, sheets)
    }

    /// Refuses two pictures for one frame: frames of animations have names that files may have.
    func checkNames(_ frames: [(path: String, names: [String])]) throws(PackFailure) {
        var paths: [String: String] = [:]
        for (path, names) in frames {
            for name in names {
                if let other = paths.updateValue(path, forKey: name) {
                    throw PackFailure(
                        "two pictures would be one frame \"\(name)\": \(both(other, path))",
                        "rename one of them"
                    )
                }
            }
        }
    }

    /// Pixels per point of the pictures.
    private var sourceDensity: Int { density ?? settings.scales.max() ?? 1 }

    /// The suffix that makes a path that of a side picture; the longest of several.
    private func sideSuffix(of path: String) -> String? {
        let name = lastPart(of: withoutExtension(path))
        return settings.sideSheets.filter { name.hasSuffix($0) && name != $0 }
            .max { $0.count < $1.count }
    }

    private func frame(
        _ relativePath: String,
        named name: String,
        _ image: StraightImage
    ) throws(PictureFailure) -> RenderedFrame {
        let path = joinPath(folder, relativePath)
        var frame = RenderedFrame(name: name, image: image)
        if settings.scales != [1] || density ?? 1 != 1 {
            let layers = try render(image, path)
            guard let rendered = RenderedFrame(name: name, layers: layers) else {
                throw PictureFailure(path: path, message: "no scales")
            }
            frame = rendered
        }
        if let pivot = pivots.last(where: { $0.frames.matches(name) })?.point {
            frame.pivotX = pivot.x * Double(frame.sourceSize.width)
            frame.pivotY = pivot.y * Double(frame.sourceSize.height)
            frame.isPivotGiven = true
        }
        let slice = nineSlice(of: name)
        if let slice,
            slice.left + slice.right > frame.sourceSize.width
                || slice.top + slice.bottom > frame.sourceSize.height
        {
            throw PictureFailure(
                path: path,
                message: "its nine-slice is larger than the picture, found \(frame.sourceSize)"
            )
        }
        // Side pictures are cut where their sprites are.
        guard sideSuffix(of: relativePath) == nil else { return frame }
        // Stretched frames keep their margins: borders count from the picture's edges.
        return frame.fitted(
            scales: settings.scales,
            trims: settings.trim != .none && slice == nil,
            threshold: UInt8(clamping: settings.trimThreshold)
        )
    }

    private func render(
        _ image: StraightImage,
        _ path: String
    ) throws(PictureFailure) -> [Int: LayerPicture] {
        let automatic = image.isHardEdged ? Resampling.nearest : .area
        var layers: [Int: LayerPicture] = [:]
        for scale in settings.scales {
            layers[scale] = renderLayer(
                image,
                density: sourceDensity,
                transform: LayerTransform(),
                scale: scale,
                using: resampling ?? automatic
            )
            guard layers[scale] != nil else {
                throw PictureFailure(path: path, message: "too large at scale \(scale)")
            }
        }
        return layers
    }
}
