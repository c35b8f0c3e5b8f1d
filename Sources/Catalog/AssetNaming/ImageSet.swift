package import Diagnostics

extension Check {
    package static let imageSet = Check("image-set")
    package static let imageSetVariant = Check("image-set-variant", .warning)
}

/// An `.imageset` folder of an Xcode asset catalog.
///
/// Format: Apple, Asset Catalog Format Reference, Image Set Type.
struct ImageSet {
    /// The folder's stem.
    var name: String
    var files: [Asset.File] = []
    /// The images for dark mode.
    var darkFiles: [Asset.File] = []
    var rendering: RenderingIntent?
    /// Whether it lists a single file.
    private var isOfOne = false
    /// The first listed file that does not exist.
    var missing: String?
    var diagnostics: [Diagnostic] = []

    /// The suffix for the asset of the dark images, after the set's name.
    static let darkSuffix = "_dark"

    /// Maps files to densities by the folder's `Contents.json`.
    ///
    /// Of several entries of one scale, the one for most devices counts (`ImageSetSlot`); dark
    /// images are a separate asset. Unknown members are ignored.
    static func read(
        folder: String,
        files: [String],
        contents: [UInt8]?,
        sourceDensity: Int
    ) -> ImageSet {
        var set = ImageSet(name: String(folder.lastComponent.dropLast(".imageset".count)))
        let path = folder + "/Contents.json"
        guard let contents else {
            set.report(
                path,
                "an image set has no Contents.json",
                "let Xcode write it, or move the files out"
            )
            return set
        }
        var parser = JSONParser(SourceText(path: path, bytes: contents))
        let root = parser.parse()
        set.diagnostics += parser.diagnostics
        guard let root else { return set }
        guard case .array(let images)? = root.member("images")?.value else {
            set.report(path, "Contents.json has no array \"images\"", nil)
            return set
        }
        set.rendering = root.member("properties")?.text("template-rendering-intent")
            .flatMap(RenderingIntent.init)
        let present = Set(files.map(PathBytes.init))
        set.isOfOne = images.count { $0.text("filename") != nil } == 1
        let slots = images.compactMap { image -> ImageSetSlot? in
            guard let file = set.file(of: image, in: folder, present),
                let density = set.density(of: image, path, orElse: sourceDensity)
            else { return nil }
            return ImageSetSlot(image, file: file, density: density)
        }
        set.files = slots.chosen(in: .any)
        set.darkFiles = slots.chosen(in: .dark)
        set.reportOthers(slots, path)
        return set
    }

    /// Reports images that no asset uses.
    private mutating func reportOthers(_ slots: [ImageSetSlot], _ path: String) {
        let read = Set((files + darkFiles).map { PathBytes($0.path) })
        let others = slots.filter { !read.contains(PathBytes($0.file)) }
        guard let first = others.first else { return }
        let more = others.count == 1 ? "" : " and \(others.count - 1) more"
        diagnostics.append(
            Diagnostic(
                .imageSetVariant,
                at: SourceLocation(path: path),
                message: "image set \"\(name)\" has pictures that are not read, found "
                    + "\"\(first.file.lastComponent)\" for \(first.about)\(more)",
                help: "of each scale one is read, that for most devices; give others an image set "
                    + "of their own"
            )
        )
    }

    /// The path of an entry's image; nil if missing or unsupported.
    private mutating func file(
        of image: JSONNode,
        in folder: String,
        _ present: Set<PathBytes>
    ) -> String? {
        guard let name = image.text("filename") else { return nil }
        let file = folder + "/" + name
        guard !name.hasSlash, !name.contains("\\"), present.contains(PathBytes(file)) else {
            if !name.hasSlash, missing == nil { missing = name }
            report(
                folder + "/Contents.json",
                "the image set lists \"\(name)\", but has no such file",
                isOfOne
                    ? "add the file, or remove the image set" : "add the file, or remove the entry"
            )
            return nil
        }
        guard FileName(path: name) != nil else {
            report(
                file,
                "the image set's picture is of an unsupported kind, found \(name), expected PNG, JPEG, GIF, WebP or Aseprite",
                "export it as PNG"
            )
            return nil
        }
        return file
    }

    /// The scale of an entry; nil if invalid.
    private mutating func density(
        of image: JSONNode,
        _ path: String,
        orElse sourceDensity: Int
    ) -> Int? {
        guard let scale = image.text("scale") else { return sourceDensity }
        if let number = Int(scale.dropLast()), scale.hasSuffix("x"),
            FileName.densities.contains(number)
        {
            return number
        }
        report(
            path,
            "the image set has an unknown scale, found \"\(scale)\", expected 1x to 8x",
            nil
        )
        return nil
    }

    private mutating func report(_ path: String, _ message: String, _ help: String?) {
        diagnostics.append(
            Diagnostic(
                .imageSet,
                at: SourceLocation(path: path),
                message: message,
                help: help
            )
            // An asset without an image for this reason has no other problem.
            .spoiling([.id(ImageSet.matter, name)])
        )
    }

    static let matter = "image set"
}

struct ImageSetSlot {
    /// When the system shows an image.
    enum Appearance: Hashable {
        case any
        case dark
        /// Tinted, high contrast, or combinations.
        case other
    }

    var file: String
    var density: Int
    var appearance: Appearance
    /// Lower is for more devices.
    var rank: (idiom: Int, narrowness: Int)
    /// Its audience, in words.
    var about: String

    /// The priority of idioms; others come last.
    private static let idioms = ["universal", "iphone", "ipad", "mac", "tv", "watch"]

    /// Members that restrict an entry to some devices.
    private static let narrowing = [
        "language-direction", "display-gamut", "screen-width", "subtype", "width-class",
        "height-class", "memory", "graphics-feature-set",
    ]

    init(_ image: JSONNode, file: String, density: Int) {
        self.file = file
        self.density = density
        let idiom = image.text("idiom") ?? "universal"
        var narrowness = 0
        var words = [idiom, "\(density)x"]
        for member in Self.narrowing {
            guard let value = image.text(member) else { continue }
            words.append("\(member) \(value)")
            // All devices support sRGB and left-to-right text.
            narrowness += ["sRGB", "left-to-right"].contains(value) ? 1 : 100
        }
        let (appearance, values) = Self.appearance(of: image)
        self.appearance = appearance
        rank = (Self.idioms.firstIndex(of: idiom) ?? Self.idioms.count, narrowness)
        about = (words + values).joined(separator: ", ")
    }

    private static func appearance(of image: JSONNode) -> (Appearance, values: [String]) {
        guard let node = image.member("appearances") else { return (.any, []) }
        guard case .array(let appearances) = node.value else { return (.other, []) }
        let values = appearances.map { $0.text("value") ?? "" }
        if values.isEmpty { return (.any, []) }
        let isDark =
            values == ["dark"] && appearances[0].text("appearance") == "luminosity"
        return (isDark ? .dark : .other, values)
    }
}

extension [ImageSetSlot] {
    /// One file per density, the one for most devices; ties go to the first.
    func chosen(in appearance: ImageSetSlot.Appearance) -> [Asset.File] {
        var chosen: [Int: ImageSetSlot] = [:]
        for slot in self where slot.appearance == appearance {
            if let earlier = chosen[slot.density], earlier.rank <= slot.rank { continue }
            chosen[slot.density] = slot
        }
        // An image in several slots has the lowest of their densities.
        var kept: Set<PathBytes> = []
        return chosen.sorted { $0.key < $1.key }.compactMap { density, slot in
            guard kept.insert(PathBytes(slot.file)).inserted else { return nil }
            return Asset.File(path: slot.file, density: density)
        }
    }
}
