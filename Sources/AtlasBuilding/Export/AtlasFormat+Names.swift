import Catalog

extension AtlasFormat {
    /// Throws for a frame or an animation whose name an engine of the format would lose.
    func checkNames(_ atlas: AtlasDescription) throws(ExportError) {
        let frames = atlas.pages.flatMap(\.frames).flatMap { [$0.name] + $0.aliases }
        let animations = capabilities.hasAnimations ? atlas.animations.map(\.name) : []
        for name in frames + animations {
            if let reason = loss(of: name) {
                throw .lostName(name, format: self, reason: reason)
            }
        }
        if [.libgdx, .libgdxLegacy].contains(self) { try checkIndexes(frames) }
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

    /// Frames are identified by the prefix before the number, and the number.
    private func checkIndexes(_ frames: [String]) throws(ExportError) {
        var seen: [String: String] = [:]
        for frame in frames {
            guard let region = NumberedName(region: frame) else { continue }
            let key = "\(region.name)_\(region.number)"
            if let other = seen.updateValue(frame, forKey: key) {
                throw .namesBecomeEqual(other, frame, format: self)
            }
        }
    }
}

/// Inherited members of every JavaScript object (ECMAScript, section 20.1.3).
private let objectMembers: Set<String> = [
    "__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
    "toString", "valueOf",
]

extension NumberedName {
    /// Splits a frame's name like libGDX's packer: `walk_07` is number 7 of `walk`.
    ///
    /// A name that libGDX could not restore stays whole.
    init?(region frame: String) {
        self.init(frame, separators: "_", isParted: true)
        if name.last?.isWhitespace == true { return nil }
    }
}
