import AtlasBuilding
import Catalog
import Diagnostics
import FileStore

/// Reads the settings of libGDX's TexturePacker, and the pictures in and below their folder.
func readLibGDXProject(_ place: ImportPlace) throws -> ImportedProject {
    guard let settings = try place.read({ LenientSettings($0) }), settings.areOfLibGDX else {
        throw place.failure("no settings of libGDX's TexturePacker, such as { maxWidth: 1024 }")
    }
    var project = ImportedProject()
    project.take(settings)
    let files = try place.pictures(place.folder).files
    for file in files {
        let name = settings.flag("flattenPaths") == true ? lastPart(of: file.inner) : file.inner
        let isPatch = withoutExtension(name).hasSuffix(".9")
        project.add(file.path, as: name, isNinePatch: isPatch, disk: place.disk)
    }
    for folder in Set(files.map { parentFolder(of: $0.inner) }).sorted() where folder != "." {
        let other = joinPath(folder, "pack.json")
        project.doubt(
            "the settings in \(other) are not taken",
            if: place.disk.stamp(joinPath(place.folder, other)) != nil
        )
    }
    let inner = project.sprites.contains { $0.name.contains("/") }
    project.doubt(
        "pictures of several folders share pages",
        if: inner && settings.flag("combineSubdirectories") != true
    )
    return project
}

extension ImportedProject {
    fileprivate mutating func take(_ settings: LenientSettings) {
        format = settings.flag("legacyOutput") == true ? .libgdxLegacy : .libgdx
        setScales(settings["scale"].compactMap(Double.init))
        setPageSize(
            width: settings.whole("maxWidth") ?? 1024,
            height: settings.whole("maxHeight") ?? 1024
        )
        let gaps = (settings.whole("paddingX") ?? 2, settings.whole("paddingY") ?? 2)
        doubt("gaps are equal in both directions", if: gaps.0 != gaps.1)
        // Edges are repeated into the gap, half of it from each side.
        let gap = min(64, max(0, max(gaps.0, gaps.1)))
        let extrude = settings.flag("duplicatePadding") == true ? gap / 2 : 0
        set("padding", gap - 2 * extrude, in: 0...64, default: 2)
        set("extrude", extrude, in: 0...16, default: 0)
        if settings.flag("edgePadding") != false {
            set("border", gap / 2 - extrude, in: 0...64, default: 0)
        }
        setRotation(settings.flag("rotation"))
        set("powerOfTwo", settings.flag("pot") ?? true)
        if settings.flag("multipleOfFour") == true {
            set("multipleOf", 4, in: 1...256, default: 1)
        }
        set("square", settings.flag("square"))
        let trims = ["stripWhitespaceX", "stripWhitespaceY"].map { settings.flag($0) == true }
        set("trim", trims.contains(true), default: true)
        doubt("margins are trimmed in both directions", if: trims[0] != trims[1])
        set("trimThreshold", settings.whole("alphaThreshold"), in: 0...254, default: 0)
        if settings.flag("alias") == false {
            set("duplicates", choice: DuplicateMerging.none.rawValue)
        }
        setPremultiplied(settings.flag("premultiplyAlpha"))
        if settings.flag("bleed") == false {
            set("hiddenColor", choice: HiddenColor.clear.rawValue)
        }
        let filter = settings["filterMin"].first ?? "Nearest"
        if filter == "Nearest" { set("textureFilter", choice: TextureFilter.nearest.rawValue) }
        if filter.hasPrefix("MipMap") {
            let kind: TextureFilter = filter.hasPrefix("MipMapNearest") ? .mipmapNearest : .mipmap
            set("textureFilter", choice: kind.rawValue)
        }
        for (name, usual) in [
            ("format", "RGBA8888"), ("outputFormat", "png"), ("wrapX", "ClampToEdge"),
            ("wrapY", "ClampToEdge"),
        ] {
            let value = settings[name].first ?? usual
            doubt("\(name) \(value) is not taken", if: value != usual)
        }
        doubt("sprites do not lie in a grid", if: settings.flag("grid"))
        doubt(
            "numbered names become indexes: the format \"spine\" keeps them as they are",
            if: settings.flag("useIndexes").map { !$0 }
        )
        doubt(
            "pages may be smaller than the smallest size that the project sets",
            if: max(settings.whole("minWidth") ?? 16, settings.whole("minHeight") ?? 16) > 16
        )
        doubt("scaleSuffix is not taken: pages end in @2x", if: !settings["scaleSuffix"].isEmpty)
    }
}

/// Settings in libGDX's lenient JSON.
///
/// Names and values may lack quotes, members may end at line ends, and there may be comments. Values
/// inside of lists are read, those of inner objects are not.
struct LenientSettings {
    private var values: [String: [String]] = [:]

    /// Whether there is a setting of libGDX's packer.
    var areOfLibGDX: Bool {
        [
            "maxWidth", "maxHeight", "paddingX", "paddingY", "pot", "duplicatePadding", "filterMin",
            "filterMag", "stripWhitespaceX", "edgePadding", "combineSubdirectories", "useIndexes",
            "flattenPaths", "rotation",
        ]
        .contains { values[$0] != nil }
    }

    /// Nil if it is no object.
    init?(_ text: String) {
        var rest = Substring(text)[...]
        var depth = 0
        var key: String?
        var isOpen = false
        while let first = rest.first {
            if first.isWhitespace || first == "," {
                rest.removeFirst()
            } else if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
                rest = rest.dropFirst(2)
            } else if first == "{" || first == "[" {
                guard isOpen || first == "{" else { return nil }
                isOpen = true
                rest.removeFirst()
                // A list of the outer object gives the values of its member.
                if first == "[", depth == 1, key != nil { continue }
                depth += 1
                if depth > 1 { key = nil }
            } else if first == "}" || first == "]" {
                rest.removeFirst()
                if first == "]", depth == 1 { key = nil } else { depth -= 1 }
            } else {
                guard isOpen, let word = Self.word(&rest) else { return nil }
                let behind = rest.drop { $0 == " " || $0 == "\t" }
                if behind.first == ":" {
                    rest = behind.dropFirst()
                    if depth == 1 {
                        key = word
                        values[word] = []
                    }
                } else if depth == 1, let key {
                    values[key, default: []].append(word)
                }
            }
        }
        guard isOpen else { return nil }
    }

    /// Takes a word with quotes, or without up to a mark or the line's end.
    private static func word(_ rest: inout Substring) -> String? {
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            var word = rest.prefix { !$0.isNewline && !",:{}[]".contains($0) }
            rest = rest[word.endIndex...]
            if let comment = word.firstRange(of: "//") { word = word[..<comment.lowerBound] }
            let trimmed = word.reversed().drop(while: \.isWhitespace).reversed()
            return trimmed.isEmpty ? nil : String(trimmed)
        }
        let word = rest.dropFirst().prefix { $0 != quote && !$0.isNewline }
        guard rest[word.endIndex...].first == quote else { return nil }
        rest = rest[word.endIndex...].dropFirst()
        return String(word)
    }

    subscript(name: String) -> [String] { values[name] ?? [] }

    fileprivate func flag(_ name: String) -> Bool? {
        self[name].first.flatMap { Bool($0) }
    }

    fileprivate func whole(_ name: String) -> Int? {
        wholeNumber(self[name].first.flatMap(Double.init))
    }
}
