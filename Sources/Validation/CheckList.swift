public import Diagnostics

/// A kind of finding: what `id` of a diagnostic means.
public struct Check: Hashable, Sendable {
    public let id: String
    /// How grave it is unless the catalog or the finding itself says otherwise.
    public let severity: Severity
    /// In a few words, for lists.
    public let title: String

    /// Checks whose severity may not be changed: what they find cannot be baked.
    public var isFixed: Bool { Check.fixed.contains(id) }
}

extension Check {
    /// Every check there is, by room; documented in Documentation/diagnostics.md.
    public static let all = reading + authored + names + pictures + outputs

    public static func named(_ id: String) -> Check? { byID[id] }

    private static let fixed = Set(reading.map(\.id)).union([
        "duplicate-id", "unknown-reference", "wrong-equip-style", "naming-template",
        "frame-out-of-range",
        "unreadable-picture", "grid-does-not-fit", "frame-too-large", "needs-memory",
        "undrawable-look",
        "cannot-export", "does-not-fit", "broken-layout", "side-sheet-size", "unreadable-catalog",
    ])

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    private init(_ id: String, _ title: String) {
        self.init(id: id, severity: .error, title: title)
    }

    private init(_ id: String, _ severity: Severity, _ title: String) {
        self.init(id: id, severity: severity, title: title)
    }

    static let reading = [
        Check("json-syntax", "the text is not strict JSON"),
        Check("byte-order-mark", "the file begins with a byte order mark"),
        Check("duplicate-member", "a member occurs twice"),
        Check("unknown-member", "a member is unknown"),
        Check("missing-member", "a required member is missing"),
        Check("wrong-type", "a value is of the wrong type"),
        Check("value-out-of-range", "a number or a list is out of range"),
        Check("bad-value", "a text cannot be used"),
        Check("unsafe-id", "an id is unsafe in file names"),
        Check("unsafe-path", "a path leaves the catalog's folder"),
        Check("unsupported-version", "the catalog's version is unknown"),
    ]

    static let authored = [
        Check("duplicate-id", "an id exists twice"),
        Check("unknown-reference", "something that is referred to does not exist"),
        Check("wrong-equip-style", "a look wears an item in the wrong way"),
        Check("misfit", "a species cannot wear an item"),
        Check("worn-twice", .warning, "a look wears an item twice"),
        Check("unused-item", .warning, "no species can wear an item"),
        Check("naming-template", "a naming template cannot be filled"),
        Check("too-many-combinations", "the axes have too many combinations"),
        Check("anchor-outside-canvas", .warning, "an anchor lies outside of the canvas"),
        Check("placement-outside-canvas", .warning, "an item is placed outside of the canvas"),
        Check("missing-credit", "a required credit or license is missing"),
        Check("target-settings", "settings of a target exclude each other"),
        Check("unused-sheet-rule", .warning, "no asset fits a sheet rule"),
        Check("frame-out-of-range", "an animation names a frame that is not there"),
        Check("frame-count", "an overlay cannot advance with its base"),
        Check("anchor-frame-count", "an anchor has not one point for each frame"),
        Check("missing-animation", .warning, "an outfit lacks an animation of the pet"),
        Check("unknown-check", .warning, "the catalog names a check that does not exist"),
    ]

    static let names = [
        Check("missing-source", "a folder of sources does not exist"),
        Check("link-leaves-sources", "a link leads out of the sources"),
        Check("unusable-file-name", .warning, "a file's name is not UTF-8"),
        Check("duplicate-asset", "two files are the same asset"),
        Check("clashing-names", "two assets differ only in case or Unicode normal form"),
        Check("image-set", "an image set cannot be read"),
        Check("unresolved-species", "a species has no art"),
        Check("unresolved-item", "an item has no art for a species"),
        Check("wrong-case", .warning, "a file's name has the wrong case"),
        Check("last-fallback", .note, "a species shares art where another has its own"),
        Check("axis-without-art", .warning, "an axis value has no art"),
        Check("unused-asset", .warning, "nothing uses an asset"),
    ]

    static let pictures = [
        Check("unreadable-picture", "a picture cannot be read"),
        Check("grid-does-not-fit", "a grid does not divide its sheet"),
        Check("no-key-found", "a picture to be keyed has no screen"),
        Check("frame-too-large", "a frame would be too large"),
        Check("needs-memory", "a picture needs more memory than is allowed"),
        Check("key-mismatch", .warning, "the screen is not of the declared color"),
        Check("key-near-subject", .warning, "the subject has colors like the screen"),
        Check("key-left-inside", .warning, "screen color is left in the picture"),
        Check("fringe", .warning, "the outline leans to the screen's color"),
        Check("baked-background", "a background is baked into the picture"),
        Check("clipped", .warning, "the subject is cut off at the picture's edge"),
        Check("empty-picture", "a picture shows nothing"),
        Check("empty-frame", .warning, "a frame shows nothing"),
        Check("duplicate-frames", .note, "all frames of an animation are equal"),
        Check("size-jump", .warning, "the subject's size jumps"),
        Check("feet-jitter", .note, "the subject's lower edge jitters"),
        Check("upscaled", .warning, "a picture was enlarged"),
        Check("pixel-art-scaling", .warning, "pixel art is scaled by a fraction"),
        Check("mixed-densities", .warning, "assets differ in density"),
    ]

    static let outputs = [
        Check("undrawable-look", "a look cannot be drawn"),
        Check("cannot-export", "a format cannot say what a target holds"),
        Check("does-not-fit", "a frame is larger than a page"),
        Check("cache-trouble", .warning, "the cache cannot be used"),
        Check("broken-layout", "a layout file is damaged"),
        Check("side-sheet-size", "a side picture has another size than its sprite"),
        Check("unreadable-catalog", "the catalog cannot be read"),
        Check("over-budget", "a target exceeds its budget"),
        Check("removed-id", "an id that saved games may hold is gone"),
        Check("changed-equip-style", "an item is worn in another way than before"),
        Check("new-id", .note, "an id is new"),
    ]
}
