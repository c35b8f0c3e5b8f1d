import Catalog

extension AtlasFormat {
    /// Throws for a sprite that the format's engines would draw incorrectly.
    ///
    /// Animations, pivots and nine-slices that a format does not support are omitted: the images
    /// are correct without them.
    func check(_ atlas: AtlasDescription) throws(ExportError) {
        let can = capabilities
        guard can.usesPages else { return }
        if atlas.words != nil, !can.writesPixelFormat {
            throw .pixels(atlas.pixelFormat, format: self)
        }
        if atlas.isPremultiplied, !can.writesPremultiplied { throw .premultiplied(format: self) }
        for frame in atlas.pages.flatMap(\.frames) {
            if frame.isRotated, frame.rotation != can.rotation {
                throw .rotation(frame: frame.name, found: frame.rotation, format: self)
            }
            if can.hasNineSlice, self != .kiln, frame.nineSlice != nil,
                frame.isTrimmed || frame.isRotated
            {
                throw .nineSlice(frame: frame.name, format: self)
            }
            for name in frame.names where !canSay(name) {
                throw .unsayableName(name, format: self)
            }
        }
        try checkNames(atlas)
        if can.wantsAnimationsWhole, let name = atlas.scatteredAnimations.first {
            throw .animationOnSeveralPages(name, format: self)
        }
        // The importer turns `/` into `-`, which may make two names equal.
        if self == .unity {
            try checkDistinct(atlas.pages.flatMap(\.namedFrames).map(\.name)) { name in
                String(name.map { $0 == "/" ? "-" : $0 })
            }
        }
    }

    /// Throws for a frame or an animation whose name an engine of the format would lose.
    private func checkNames(_ atlas: AtlasDescription) throws(ExportError) {
        let frames = atlas.pages.flatMap(\.frames).flatMap(\.names)
        let animations = capabilities.hasAnimations ? atlas.animations.map(\.name) : []
        for name in frames + animations {
            if let reason = loss(of: name) {
                throw .lostName(name, format: self, reason: reason)
            }
        }
        // Frames are identified by the prefix before the number, and the number.
        if [.libgdx, .libgdxLegacy].contains(self) {
            try checkDistinct(frames) { name in
                NumberedName(region: name).map { "\($0.name)_\($0.number)" }
            }
        }
    }

    /// Throws if two names have the same key; names without a key are ignored.
    private func checkDistinct(
        _ names: [String],
        by key: (String) -> String?
    ) throws(ExportError) {
        var seen: [String: String] = [:]
        for name in names {
            guard let key = key(name) else { continue }
            if let other = seen.updateValue(name, forKey: key) {
                throw .namesBecomeEqual(other, name, format: self)
            }
        }
    }

    /// Why engines of the format lose a frame of that name; nil if they keep it.
    private func loss(of name: String) -> String? {
        switch self {
        case .phaser where name == "__BASE": "Phaser has the whole page under that name"
        case .phaser where objectMembers.contains(name):
            "Phaser keeps frames in an object, and every object has that member already"
        case .phaser, .pixi, .texturePackerHash, .texturePackerArray:
            name == "__proto__" ? "JavaScript takes it for an object's prototype" : nil
        default: nil
        }
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

/// Inherited members of every JavaScript object (ECMAScript, section 20.1.3).
private let objectMembers: Set<String> = [
    "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf",
]
