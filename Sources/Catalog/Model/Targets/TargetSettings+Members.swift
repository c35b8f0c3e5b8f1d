import Diagnostics
import Raster

extension TargetSettings {
    static var members: Members<TargetSettings> {
        Members("targetSettings", "a target") {
            contents
            packing
            writing
        }
    }

    @Rows<Member<TargetSettings>>
    private static var contents: [Member<TargetSettings>] {
        Member("scales", list(of: Shape<Int>.integer(1...8), atLeast: 1).distinct(), default: [1]) {
            $0.scales = Set($1).sorted()
        }
        .about("Pixels per point, such as [1, 2, 3].")
        Member("formats", list(of: .describer).distinct(), default: ["kiln"]) {
            $0.set($1)
        }
        .about("Descriptors written next to the pages: formats, and paths of templates.")
        Member("looks", \.looks, .selection(.looks))
            .about(
                "Ids of the looks to draw, with * and ?; unless said all (composites) or none (images, xcassets, eink)."
            )
        Member("images", \.images, .selection(.images))
            .about(
                "Ids of the images to take, with * and ?; unless said all (atlas) or none (images, xcassets, eink)."
            )
        Member("items", \.items, .selection(.items))
            .about(
                "Ids of the items to draw by themselves (images, xcassets, eink), with * and ?; none unless said."
            )
        Member("species", \.species, .string.naming(.species))
            .about(
                "Whose art of the items is drawn (images, xcassets, eink); the first that can wear it unless said."
            )
        Member("sizes", \.sizes, .pictureSizes)
            .about(
                "Sizes [width, height] of pictures at scale 1 (images, xcassets); each its own unless said."
            )
        Member("groups", \.groups, .choice, default: "none").about("Which frames share pages.")
        Member(
            "bundles",
            \.bundles,
            map(.plainIdentifier.naming(.bundles), to: .object, name: \.id)
        )
        .about(
            "Art that a game loads together and that gets pages of its own, by the bundle's name."
        )
        Member("assetCatalog", \.assetCatalog, .object)
            .about(
                "The asset catalog of a target of kind xcassets, or of the format spriteatlas."
            )
        Member("eink", Overrides.shape(EInkSettings.members)) {
            $0.eInk = $1.applied(to: $0.eInk)
        }
        .about("The panel of a target of kind eink; a profile's members are laid over these.")
    }

    @Rows<Member<TargetSettings>>
    private static var packing: [Member<TargetSettings>] {
        Member(
            "maxPageSize",
            \.maxPageSize,
            .integer(16...TargetSettings.largestPage),
            default: 2048
        )
        .about("The longest side of a page.")
        Member("padding", \.padding, .integer(0...64), default: 2)
            .about("Clear pixels between frames.")
        Member("border", \.border, .integer(0...64), default: 0)
            .about("Clear pixels along the page's edge.")
        Member("extrude", \.extrude, .integer(0...16), default: 0)
            .about("How far a frame's edge is repeated around it.")
        Member("trim", \.trim, .trimming, default: true)
            .about("Whether clear margins are cut off.")
        Member("polygonTolerance", \.polygonTolerance, .integer(0...30), default: 4)
            .about("How many clear pixels next to visible ones a polygon may take in.")
        Member("polygonShape", \.polygonShape, .choice, default: "concave")
            .about("Whether polygons follow hollows.")
        Member("trimThreshold", \.trimThreshold, .integer(0...254), default: 0)
            .about("Alpha up to this counts as clear.")
        Member("rotate", \.rotate, .bool, default: false)
            .about("Whether frames may be turned to fit.")
        Member("powerOfTwo", \.powerOfTwo, .bool, default: false)
            .about("Whether page sides are powers of two.")
        Member("square", \.square, .bool, default: false).about("Whether pages are square.")
        Member("multipleOf", \.multipleOf, .integer(1...256), default: 1)
            .about("Page sides are multiples of this.")
        Member("align", \.align, .integer(1...32), default: 1)
            .about(
                "Frames with their extruded edges start at multiples of this, for pages compressed in blocks."
            )
        Member("aspectLimit", \.aspectLimit, .number(1...1024), default: 8)
            .about("How much longer than wide a page may be.")
        Member("duplicates", \.duplicates, .choice, default: "equal")
            .about("Which frames are placed once.")
        Member("layout", \.layout, .choice, default: "dense")
            .about("Whether frames keep their places from bake to bake.")
        Member("repackAbove", \.repackAbove, .number(0...100))
            .about(
                "A stable layout is packed anew when more percent than this is empty; never unless said."
            )
    }

    @Rows<Member<TargetSettings>>
    private static var writing: [Member<TargetSettings>] {
        Member("pixels", \.pixels, .choice, default: "rgba8888")
            .about("How the pixels of pages are stored.")
        Member("encode", \.encode, list(of: .choice, atLeast: 1).uniqued(), default: ["png"])
            .about(
                "The file formats of pages; the first is the one that descriptors of other engines name."
            )
        Member("webp", \.webp, .object).about("How pages are encoded as WebP.")
        Member("avif", \.avif, .object).about("How pages are encoded as AVIF.")
        Member("ktx2", \.ktx2, .object).about("How pages are encoded as KTX2.")
        Member("names", \.names, .choice, default: "plain")
            .about("What the files of pages are called.")
        Member("sideSheets", \.sideSheets, list(of: .identifier).distinct())
            .about(
                "Suffixes such as \"_n\": assets named so get pages with the layout of those without it."
            )
        Member("alpha", \.alpha, .choice, default: "straight")
            .about("How color and alpha are stored.")
        Member("hiddenColor", \.hiddenColor, .choice, default: "bleed")
            .about("What color stands where alpha is 0.")
        Member("textureFilter", \.textureFilter, .choice, default: "linear")
            .about("How engines scale pages; libGDX, Spine and CSS files name it.")
        Member("effort", \.effort, .choice(except: ["max"]), default: "balanced")
            .about("How long to try for smaller files and denser pages.")
        Member("budget", \.budget, .object).about("Limits that the target has to keep.")
    }

    mutating func set(_ describers: [Describer]) {
        formats = []
        templates = []
        for describer in describers {
            switch describer {
            case .format(let format): formats.append(format)
            case .template(let template): templates.append(template)
            }
        }
        (formats, templates) = (formats.uniqued, templates.uniqued)
    }
}

extension Shape<[PixelSize]> {
    /// Each once.
    fileprivate static let pictureSizes = list(
        of: list(of: Shape<Int>.integer(1...TargetSettings.largestPage), atLeast: 2, atMost: 2),
        atLeast: 1,
        atMost: 64
    ).then { $0.compactMap { PixelSize(width: $0[0], height: $0[1]) }.uniqued }
}

/// A template of descriptors, as it was read.
package struct DescriptorTemplate: Hashable, Sendable {
    package static let fileEnding = ".mustache"

    /// As messages name it.
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// What the names of its descriptors have after the atlas's: `lua` of `love.lua.mustache`, and
    /// `tp.json` of `defold.tp.json.mustache`; nil without any.
    package var outputEnding: String? {
        let name = path.pathParts.last?.dropLast(Self.fileEnding.count) ?? ""
        guard path.hasSuffix(Self.fileEnding), let dot = name.firstIndex(of: "."),
            !name.hasSuffix(".")
        else { return nil }
        return String(name[name.index(after: dot)...])
    }

    /// The template and how its sprites are rotated, as `AtlasFormat.rotationLabel`.
    package var rotationLabel: String { "\(path) (\(FrameRotation.clockwise.rawValue))" }

    /// What to do about a path without an ending for descriptors.
    package static let helpWithoutEnding =
        "name it such as love.lua.mustache, whose descriptors end with .lua"
}

/// What an element of `formats` names.
enum Describer: Sendable {
    case format(AtlasFormat)
    case template(DescriptorTemplate)
}

extension Shape<Describer> {
    static let describer: Shape = Shape<AtlasFormat>.choice
        .then { Describer.format($0) }
        .or(Shape<DescriptorTemplate>.template.then { .template($0) }) {
            $0.text?.hasSuffix(DescriptorTemplate.fileEnding) ?? false
        }
}

extension Shape<DescriptorTemplate> {
    fileprivate static let template: Shape = Shape<String>.relativePath.then(
        schema: .plain([
            ("description", "A template of descriptors, by its path from the catalog's folder."),
            ("type", "string"), ("maxLength", 1024),
            ("pattern", "^([^/\\\\][^\\\\]*/)?[^/\\\\]*\\.[^/\\\\]*[^./\\\\]\\.mustache$"),
        ])
    ) { path, _, name, reader in
        var template = DescriptorTemplate(path: path, bytes: [])
        guard template.outputEnding != nil else {
            throw Refusal.badValue(
                expected: "a name with an extension before .mustache",
                help: DescriptorTemplate.helpWithoutEnding
            )
        }
        do throws(CatalogFileTrouble) {
            template.bytes = try reader.file(path)
            return template
        } catch {
            throw Refusal(
                .badValue,
                "the template \(quotedJSON(shortened(path, to: 80))) cannot be read: \(error.reason)",
                help:
                    "correct \"\(name)\": a template is named by its path from the catalog's folder"
            )
        }
    }
}
