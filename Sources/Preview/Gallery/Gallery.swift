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

    /// A picture for the keying bench.
    public struct BenchPicture: Hashable, Sendable {
        public var name: String
        /// The PNG of the picture as it was decoded, the screen in it.
        public var original: [UInt8]
        /// The screen's color; where it was searched for, what was found.
        public var key: (r: UInt8, g: UInt8, b: UInt8) {
            get { (keyChannels[0], keyChannels[1], keyChannels[2]) }
            set { keyChannels = [newValue.r, newValue.g, newValue.b] }
        }
        /// What the catalog says.
        public var settings: BenchSettings
        /// What the tool made of it, at the catalog's settings and as many others as wanted.
        ///
        /// The sliders stop there. Mode `gpuimage` needs none, because the page computes it.
        public var results: [BenchResult]
        private var keyChannels: [UInt8]

        public init(
            name: String,
            original: [UInt8],
            key: (r: UInt8, g: UInt8, b: UInt8),
            settings: BenchSettings,
            results: [BenchResult] = []
        ) {
            self.name = name
            self.original = original
            self.settings = settings
            self.results = results
            keyChannels = [key.r, key.g, key.b]
        }
    }

    public struct BenchSettings: Hashable, Sendable {
        /// `best`, `fast` or `gpuimage`.
        public var mode: String
        /// Each 0...1.
        public var threshold: Double
        public var smoothing: Double
        public var spill: Double

        public init(mode: String, threshold: Double, smoothing: Double, spill: Double) {
            self.mode = mode
            self.threshold = threshold
            self.smoothing = smoothing
            self.spill = spill
        }
    }

    public struct BenchResult: Hashable, Sendable {
        public var settings: BenchSettings
        /// The PNG of the keyed picture.
        public var picture: [UInt8]

        public init(settings: BenchSettings, picture: [UInt8]) {
            self.settings = settings
            self.picture = picture
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
