public import Diagnostics
public import KilnManifest

/// Everything that the gallery page shows; `html()` makes the page.
///
/// Pictures are files as `encodePNG` writes them: the page reads them itself, exactly, and knows
/// neither interlacing nor 16-bit samples.
public struct Gallery: Sendable {
    /// How a species, or an item on one, found its art: a cell of the coverage matrix.
    public struct Coverage: Hashable, Sendable, Encodable {
        public var species: String
        /// Nil for the undressed pet.
        public var item: String?
        public var axes: [String: String]
        /// Nil when nothing was found.
        public var asset: String?
        /// Which of the names won, counted from 0; nil when nothing was found.
        public var level: Int?
        public var template: String?

        public init(
            species: String,
            item: String?,
            axes: [String: String] = [:],
            asset: String?,
            level: Int?,
            template: String?
        ) {
            self.species = species
            self.item = item
            self.axes = axes
            self.asset = asset
            self.level = level
            self.template = template
        }
    }

    /// Something that differs from an earlier bake.
    public struct Change: Hashable, Sendable {
        public var kind: ChangeKind
        /// What it is an id of, such as "item"; may be empty.
        public var section: String
        public var id: String
        /// How much: see `PictureDifference.summary`.
        public var summary: String
        /// PNG files.
        public var old: [UInt8]?
        public var new: [UInt8]?
        public var difference: [UInt8]?

        public init(
            _ kind: ChangeKind,
            _ id: String,
            section: String = "",
            summary: String = "",
            old: [UInt8]? = nil,
            new: [UInt8]? = nil,
            difference: [UInt8]? = nil
        ) {
            self.kind = kind
            self.section = section
            self.id = id
            self.summary = summary
            self.old = old
            self.new = new
            self.difference = difference
        }
    }

    public var title: String
    public var manifest: Manifest
    /// Page images by their path in the manifest.
    ///
    /// A scale of which a page is missing cannot be chosen.
    public var pages: [String: [UInt8]]
    public var coverage: [Coverage] = []
    /// Nil when nothing was checked.
    public var diagnostics: [Diagnostic]? = []
    public var bench: [BenchPicture] = []
    public var changes: [Change] = []
    /// What the changes are against, such as a folder's name; empty when nothing was compared.
    public var comparedWith = ""

    public init(title: String, manifest: Manifest, pages: [String: [UInt8]]) {
        self.title = title
        self.manifest = manifest
        self.pages = pages
    }
}
