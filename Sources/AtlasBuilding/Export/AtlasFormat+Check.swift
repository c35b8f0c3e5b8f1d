import Catalog

extension AtlasFormat {
    /// Throws for a sprite that the format's engines would draw incorrectly.
    ///
    /// Animations, pivots and nine-slices that a format does not support are omitted: the images
    /// are correct without them.
    func check(_ atlas: AtlasDescription) throws(ExportError) {
        let can = capabilities
        guard can.usesPages else { return }
        if atlas.words != nil, !can.tellsPixelFormat {
            throw .pixels(atlas.pixelFormat, format: self)
        }
        if atlas.isPremultiplied, !can.tellsPremultiplied { throw .premultiplied(format: self) }
        for frame in atlas.pages.flatMap(\.frames) {
            if frame.isRotated, frame.rotation != can.rotation {
                throw .rotation(frame: frame.name, found: frame.rotation, format: self)
            }
            if can.hasNineSlice, self != .kiln, frame.nineSlice != nil,
                frame.isTrimmed || frame.isRotated
            {
                throw .nineSlice(frame: frame.name, format: self)
            }
            for name in [frame.name] + frame.aliases where !canSay(name) {
                throw .unsayableName(name, format: self)
            }
        }
        try checkNames(atlas)
        if can.wantsAnimationsWhole { try checkAnimationsAreWhole(atlas) }
        if self == .unity { try checkUnityNames(atlas) }
    }

    /// Whether a name survives a round trip through the format.
    private func canSay(_ name: String) -> Bool {
        switch self {
        case .libgdx, .libgdxLegacy, .spine:
            // A line with a colon is an entry, and names are trimmed.
            !name.contains(":") && name.first?.isWhitespace == false
                && name.last?.isWhitespace == false
        case .godot: isRelativePath(name)
        default: true
        }
    }

    private func checkAnimationsAreWhole(_ atlas: AtlasDescription) throws(ExportError) {
        let pages = atlas.pages.map { Set($0.namedFrames.map(\.name)) }
        for animation in atlas.animations
        where !pages.contains(where: { $0.isSuperset(of: animation.frames) }) {
            throw .animationOnSeveralPages(animation.name, format: self)
        }
    }

    /// The importer turns `/` into `-`, which may make two names equal.
    private func checkUnityNames(_ atlas: AtlasDescription) throws(ExportError) {
        var seen: [String: String] = [:]
        for frame in atlas.pages.flatMap(\.namedFrames) {
            let key = String(frame.name.map { $0 == "/" ? "-" : $0 })
            if let other = seen.updateValue(frame.name, forKey: key) {
                throw .namesBecomeEqual(other, frame.name, format: self)
            }
        }
    }
}

/// Whether `name` is a path below a folder on every file system: no empty, `.` or `..` parts, and
/// no characters that Windows forbids.
func isRelativePath(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return !name.isEmpty
        && parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && !part.contains { "\\:*?\"<>|".contains($0) }
        }
}
