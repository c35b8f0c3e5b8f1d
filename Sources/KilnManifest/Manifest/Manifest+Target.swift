extension Manifest {
    /// One output: atlas pages and the frames on them, or pictures that are files of their own.
    public struct Target: Hashable, Sendable, Codable, ManifestObject {
        /// What `drawList` takes as its target; stable from bake to bake.
        public var id = ""
        /// `atlas`, `composites`, `images`, `xcassets` or `eink`.
        public var kind = ""
        /// Ascending.
        public var scales: [Int] = []
        /// What `Frame.page` counts; empty for a target without atlas.
        public var pages: [Page] = []
        /// By name: what `Art.frames` and `Image.frames` list.
        public var frames: [String: Frame] = [:]
        /// What a game loads together, in the catalog's order; nil without bundles.
        public var bundles: [Bundle]?
        /// The files of a target without pages: of kind `images` or `xcassets`, or of sprites that
        /// Xcode packs; of kind `eink`, what the panel will look like; nil for others.
        public var pictures: [Picture]?
        /// The e-paper panel of a target of kind `eink`, and the files for it; nil for others.
        public var panel: Panel?

        public init(
            id: String,
            kind: String,
            scales: [Int],
            pages: [Page],
            frames: [String: Frame],
            bundles: [Bundle]? = nil,
            pictures: [Picture]? = nil,
            panel: Panel? = nil
        ) {
            self.id = id
            self.kind = kind
            self.scales = scales
            self.pages = pages
            self.frames = frames
            self.bundles = bundles
            self.pictures = pictures
            self.panel = panel
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("bundles", &bundles)
            field("frames", &frames)
            field("id", &id)
            field("kind", &kind)
            field("pages", &pages)
            field("panel", &panel)
            field("pictures", &pictures)
            field("scales", &scales)
        }
    }

    /// Pages that a game loads together, such as those of its shop.
    public struct Bundle: Hashable, Sendable, Codable, ManifestObject {
        /// As the catalog names it.
        public var id = ""
        /// Indexes into `Target.pages`, ascending; some may hold other art too.
        public var pages: [Int] = []

        public init(id: String, pages: [Int]) {
            self.id = id
            self.pages = pages
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("id", &id)
            field("pages", &pages)
        }
    }

    /// A look, an item or an image in a file of its own.
    public struct Picture: Hashable, Sendable, Codable, ManifestObject {
        /// Of the look, the item or the image; the name of an app icon or a frame.
        public var id = ""
        /// `look`, `item` or `image`; in asset catalogs also `appIcon` and `frame`.
        public var of = ""
        /// In pixels.
        public var width = 0
        /// In pixels.
        public var height = 0
        /// Pixels per point.
        public var scale = 0
        /// Of the PNG, relative to the manifest; `/` separates.
        public var path = ""
        /// What an app asks an asset catalog for, such as `items/hat`; nil elsewhere.
        public var asset: String?
        /// `dark` or `tinted`: when the system shows it in place of the others; nil for any time.
        public var appearance: String?
        /// `template`, of which only alpha counts, or `original`; nil leaves it to the app.
        public var rendering: String?
        /// Of an image that follows axes: the values that it is for; nil for all else.
        public var axes: [String: String]?

        public init(
            id: String,
            of: String,
            width: Int,
            height: Int,
            scale: Int,
            path: String,
            asset: String? = nil,
            appearance: String? = nil,
            rendering: String? = nil,
            axes: [String: String]? = nil
        ) {
            self.id = id
            self.of = of
            self.width = width
            self.height = height
            self.scale = scale
            self.path = path
            self.asset = asset
            self.appearance = appearance
            self.rendering = rendering
            self.axes = axes
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("appearance", &appearance)
            field("asset", &asset)
            field("axes", &axes)
            field("height", &height)
            field("id", &id)
            field("of", &of)
            field("path", &path)
            field("rendering", &rendering)
            field("scale", &scale)
            field("width", &width)
        }
    }

    /// One atlas image, at every scale of the target.
    public struct Page: Hashable, Sendable, Codable, ManifestObject {
        /// In points; at scale N the image is N times as large in pixels.
        public var width = 0
        /// In points, as `width`.
        public var height = 0
        /// One for each of the target's scales.
        public var images: [PageImage] = []

        public init(width: Int, height: Int, images: [PageImage]) {
            self.width = width
            self.height = height
            self.images = images
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("height", &height)
            field("images", &images)
            field("width", &width)
        }
    }

    /// The file of a page at one scale.
    public struct PageImage: Hashable, Sendable, Codable, ManifestObject {
        /// Pixels per point.
        public var scale = 0
        /// Relative to the manifest; `/` separates.
        ///
        /// A PNG, unless `pixels` or `encodings` says otherwise.
        public var path = ""
        /// Whether colors in the image are multiplied by alpha.
        public var premultiplied = false
        /// Nil for a PNG; else raw words of 16 bits, little-endian, row by row without gaps:
        /// `rgba4444` or `rgb565`, red in the highest bits.
        public var pixels: String?
        /// The files with this image, of which a game loads one: the first is `path`; nil when it is
        /// the only one, and a PNG or raw words.
        public var encodings: [PageEncoding]?
        /// PNGs with the same layout, such as normal maps, by the suffix of their sprites' names.
        public var sides: [String: String]?

        public init(
            scale: Int,
            path: String,
            premultiplied: Bool = false,
            pixels: String? = nil,
            encodings: [PageEncoding]? = nil,
            sides: [String: String]? = nil
        ) {
            self.scale = scale
            self.path = path
            self.premultiplied = premultiplied
            self.pixels = pixels
            self.encodings = encodings
            self.sides = sides
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("encodings", &encodings)
            field("path", &path)
            field("pixels", &pixels)
            field("premultiplied", &premultiplied)
            field("scale", &scale)
            field("sides", &sides)
        }
    }

    /// One of the files with a page's image.
    public struct PageEncoding: Hashable, Sendable, Codable, ManifestObject {
        /// Relative to the manifest; `/` separates.
        public var path = ""
        /// The media type: `image/png`, `image/webp`, `image/avif` or `image/ktx2`.
        public var type = ""

        public init(path: String, type: String) {
            self.path = path
            self.type = type
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("path", &path)
            field("type", &type)
        }
    }

    /// One picture on a page.
    ///
    /// All lengths are points.
    public struct Frame: Hashable, Sendable, Codable, ManifestObject {
        /// Index into `Target.pages`.
        public var page = 0
        /// The top-left corner on the page.
        public var x = 0
        /// As `x`: of the rectangle as it is there.
        public var y = 0
        /// The width of the trimmed picture as it is seen; 0 when the picture is fully clear.
        ///
        /// When `rotated`, the picture is `height` wide and `width` high on the page.
        public var width = 0
        /// The height of the trimmed picture as it is seen.
        public var height = 0
        /// True when the picture is on the page turned by 90 degrees: clockwise, unless
        /// `counterclockwise` says otherwise.
        public var rotated = false
        /// True for a `rotated` picture that is turned counterclockwise, as it does on pages that
        /// are made for libGDX alone; else nil.
        public var counterclockwise: Bool?
        /// Where the trimmed picture lay in the untrimmed one.
        public var trimX = 0
        /// As `trimX`, downward.
        public var trimY = 0
        /// The size of the untrimmed picture.
        public var sourceWidth = 0
        /// In points, as `sourceWidth`.
        public var sourceHeight = 0
        /// Of the untrimmed picture, 0...1 each way from the top-left corner.
        public var pivot = Point()
        /// Widths of the borders that do not stretch.
        public var nineSlice: NineSlice?
        /// What of the rectangle may be drawn in its place; nil is all of it.
        public var mesh: Mesh?
        /// True for a shape in one color, which a game may color itself; else nil.
        public var template: Bool?

        public init(
            page: Int,
            x: Int,
            y: Int,
            width: Int,
            height: Int,
            rotated: Bool = false,
            counterclockwise: Bool? = nil,
            trimX: Int = 0,
            trimY: Int = 0,
            sourceWidth: Int,
            sourceHeight: Int,
            pivot: Point = Point(x: 0.5, y: 0.5),
            nineSlice: NineSlice? = nil,
            mesh: Mesh? = nil,
            template: Bool? = nil
        ) {
            self.page = page
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.rotated = rotated
            self.counterclockwise = counterclockwise
            self.trimX = trimX
            self.trimY = trimY
            self.sourceWidth = sourceWidth
            self.sourceHeight = sourceHeight
            self.pivot = pivot
            self.nineSlice = nineSlice
            self.mesh = mesh
            self.template = template
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("counterclockwise", &counterclockwise)
            field("height", &height)
            field("mesh", &mesh)
            field("nineSlice", &nineSlice)
            field("page", &page)
            field("pivot", &pivot)
            field("rotated", &rotated)
            field("sourceHeight", &sourceHeight)
            field("sourceWidth", &sourceWidth)
            field("template", &template)
            field("trimX", &trimX)
            field("trimY", &trimY)
            field("width", &width)
            field("x", &x)
            field("y", &y)
        }
    }

    /// Widths of the borders of a picture that stretches between them, in points.
    public struct NineSlice: Hashable, Sendable, Codable, ManifestObject {
        public var left = 0
        public var top = 0
        public var right = 0
        public var bottom = 0

        public init(left: Int, top: Int, right: Int, bottom: Int) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("bottom", &bottom)
            field("left", &left)
            field("right", &right)
            field("top", &top)
        }
    }

    /// Triangles that cover what a frame shows: drawn instead of its rectangle they fill fewer pixels.
    ///
    /// Pages keep rectangles apart, so that either may be drawn.
    public struct Mesh: Hashable, Sendable, Codable, ManifestObject {
        /// x and y of each corner in turn, in points of the untrimmed picture, y down.
        public var vertices: [Int] = []
        /// Three indexes of corners for each triangle.
        public var triangles: [Int] = []

        public init(vertices: [Int], triangles: [Int]) {
            self.vertices = vertices
            self.triangles = triangles
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("triangles", &triangles)
            field("vertices", &vertices)
        }

        /// Whether triangles name corners that are there.
        var isWhole: Bool {
            let corners = 0..<(vertices.count / 2)
            return vertices.count % 2 == 0 && triangles.count % 3 == 0 && !triangles.isEmpty
                && triangles.allSatisfy(corners.contains)
        }

        /// Whether all corners are in the rectangle of a frame.
        func lies(in frame: Frame) -> Bool {
            let columns = frame.trimX...(frame.trimX + frame.width)
            let rows = frame.trimY...(frame.trimY + frame.height)
            return vertices.enumerated().allSatisfy { index, number in
                (index % 2 == 0 ? columns : rows).contains(number)
            }
        }
    }
}
