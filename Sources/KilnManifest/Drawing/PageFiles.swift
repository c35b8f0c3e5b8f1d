/// A page image that a game has to load before it can draw.
public struct PageFile: Hashable, Sendable {
    /// Relative to the manifest; `/` separates.
    public var path: String
    /// In pixels.
    public var width: Int
    /// In pixels, as `width`.
    public var height: Int
    /// Whether colors in the image are multiplied by alpha.
    public var premultiplied: Bool
    /// Nil for a picture, else the kind of raw pixels; see `Manifest.PageImage`.
    public var pixels: String?
    /// The files with this image, of which a game loads one; empty when `path` is the only one, and a
    /// PNG or raw words.
    public var encodings: [Manifest.PageEncoding] = []
    /// PNGs with the same layout, such as normal maps, by the suffix of their sprites' names.
    public var sides: [String: String]
    /// The file's size; nil when the manifest does not list it.
    public var bytes: Int?
    /// SHA-256 of the file's bytes, in lower-case hexadecimal; nil when the manifest does not list it.
    public var sha256: String?
}

extension Manifest {
    /// The scale whose pages look best on a screen.
    ///
    /// - Parameters:
    ///   - density: pixels per point of the screen, such as `displayScale`; any number.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - isPixelArt: whether pixels have to stay square: the largest scale that goes into the density
    ///     without rest, where there is one.
    /// - Returns: the least scale that is not below the density, else the largest.
    /// - Throws: `.unknownTarget`, or `.unknownScale` for a target without scales.
    public func bestScale(
        forDensity density: Double,
        target: String? = nil,
        isPixelArt: Bool = false
    ) throws(ManifestError) -> Int {
        let chosen = try self.target(target)
        let scales = chosen.scales.sorted()
        let whole = scales.last { density.truncatingRemainder(dividingBy: Double($0)) == 0 }
        if isPixelArt, density >= 1, let whole { return whole }
        guard let best = scales.first(where: { !(Double($0) < density) }) ?? scales.last else {
            throw ManifestError(.unknownScale, "target \"\(chosen.id)\" has no scales")
        }
        return best
    }

    /// The page images of a target.
    ///
    /// - Parameters:
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: one for each page, in order.
    /// - Throws: `.unknownTarget` or `.unknownScale`.
    public func pageFiles(
        target: String? = nil,
        scale: Int
    ) throws(ManifestError) -> [PageFile] {
        let chosen = try self.target(target, scale: scale)
        return files(of: Set(chosen.pages.indices), chosen, scale)
    }

    /// The page images that hold a look, in all of its animations.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: in the order of pages, each once.
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for.
    public func pageFiles(
        for look: Look,
        target: String? = nil,
        scale: Int
    ) throws(ManifestError) -> [PageFile] {
        let chosen = try self.target(target, scale: scale)
        return files(holding: try frames(of: look), chosen, scale)
    }

    /// The names of the frames that a look shows, in all of its animations.
    ///
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for.
    package func frames(of look: Look) throws(ManifestError) -> Set<String> {
        var frames: Set<String> = []
        for sheet in Set(try poses(of: look).map(\.sheet)) {
            for layer in try layers(of: look, sheet: sheet) { frames.formUnion(layer.art.frames) }
        }
        return frames
    }

    /// The page images of a bundle.
    ///
    /// - Parameters:
    ///   - id: the bundle's, as the catalog names it.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: in the order of pages, each once.
    /// - Throws: `.unknownBundle`, `.unknownTarget` or `.unknownScale`.
    public func pageFiles(
        forBundle id: String,
        target: String? = nil,
        scale: Int
    ) throws(ManifestError) -> [PageFile] {
        let chosen = try self.target(target, scale: scale)
        guard let bundle = chosen.bundles?.first(where: { $0.id == id }) else {
            throw ManifestError(
                .unknownBundle,
                "target \"\(chosen.id)\" has no bundle \"\(id)\"",
                remedy: "list it under \"bundles\" of the target, and bake again"
            )
        }
        return files(of: Set(bundle.pages), chosen, scale)
    }

    /// The page images that hold a species and all that it can wear, for all values of axes.
    ///
    /// - Parameters:
    ///   - species: an id.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: in the order of pages, each once.
    /// - Throws: `.unknownSpecies`, `.unknownTarget` or `.unknownScale`.
    public func pageFiles(
        forSpecies species: String,
        target: String? = nil,
        scale: Int
    ) throws(ManifestError) -> [PageFile] {
        let chosen = try self.target(target, scale: scale)
        _ = try look(species: species)
        var frames: Set<String> = []
        for art in self.species.flatMap(\.art) + items.flatMap(\.art) where art.species == species {
            frames.formUnion(art.frames)
        }
        return files(holding: frames, chosen, scale)
    }

    /// The page images that hold an image, in all of its animations.
    ///
    /// - Parameters:
    ///   - id: the image's.
    ///   - axes: values by axis, an axis that is not named has its default; nil stands for all values.
    ///   - target: a target's id; nil stands for the first that holds the image.
    ///   - scale: pixels per point, one of the target's.
    /// - Returns: in the order of pages, each once.
    /// - Throws: `.unknownImage`, `.unknownTarget`, `.unknownScale` or `.notInTarget`.
    public func pageFiles(
        forImage id: String,
        axes: [String: String]? = nil,
        target: String? = nil,
        scale: Int
    ) throws(ManifestError) -> [PageFile] {
        let image = try imageShown(id)
        let frames = try axes.map { (axes) throws(ManifestError) in
            try art(of: image, for: axes).frames
        }
        let held = frames ?? image.allFrames
        let chosen = try self.target(holding: held, ofImage: id, target, scale: scale)
        return files(holding: Set(held), chosen, scale)
    }

    private func files(
        holding frames: Set<String>,
        _ target: Target,
        _ scale: Int
    ) -> [PageFile] {
        let placed = frames.compactMap { target.frames[$0] }.filter { $0.width > 0 }
        return files(of: Set(placed.map(\.page)), target, scale)
    }

    private func files(of pages: Set<Int>, _ target: Target, _ scale: Int) -> [PageFile] {
        pages.sorted().compactMap { index in
            let page = target.pages[index]
            guard let image = page.images.first(where: { $0.scale == scale }) else { return nil }
            let file = files.first { $0.path == image.path }
            return PageFile(
                path: image.path,
                width: page.width * scale,
                height: page.height * scale,
                premultiplied: image.premultiplied,
                pixels: image.pixels,
                encodings: image.encodings ?? [],
                sides: image.sides ?? [:],
                bytes: file?.bytes,
                sha256: file?.sha256
            )
        }
    }
}
