import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import Raster

// A .tps is XML: `<struct type="Settings">` has a `<key>` before each value; of a map, several keys
// in a row share the value behind them.

func readTexturePackerProject(_ place: ImportPlace) throws -> ImportedProject {
    let root = try place.read { text throws(FormatFault) in try XMLReader.root(of: text) }
    let settings = root.children.first {
        $0.name == "struct" && $0.attributes["type"] == "Settings"
    }
    guard root.name == "data", let settings else {
        throw place.failure(
            "no project of TexturePacker, expected <data> with <struct type=\"Settings\">"
        )
    }
    let members = settings.members
    var project = ImportedProject()
    project.takeOutput(members)
    project.takePacking(members)
    try project.takeSprites(members, place)
    return project
}

extension ImportedProject {
    fileprivate mutating func takeOutput(_ members: [String: XMLElement]) {
        if let name = members["dataFormat"]?.text { setFormat(name) }
        let variants = (members["autoSDSettings"]?.children ?? []).map(\.members)
        setScales(variants.compactMap { $0["scale"]?.number })
        let suffixes = variants.compactMap { $0["extension"]?.text }.filter { !$0.isEmpty }
        doubt(
            "pages of other scales end in @2x and so on, not in \(suffixes.joined(separator: ", "))",
            if: suffixes.contains { $0 != "@2x" && $0 != "@3x" }
        )
        for filter in variants.compactMap({ $0["spriteFilter"]?.text }) {
            doubt("the sprite filter \"\(filter)\" of a scale is not taken", if: !filter.isEmpty)
        }
        let alpha = members["alphaHandling"]?.text ?? ""
        setPremultiplied(alpha == "PremultiplyAlpha" || members["premultiplyAlpha"]?.flag == true)
        if alpha == "ClearTransparentPixels" || members["cleanTransparentPixels"]?.flag == true {
            set("hiddenColor", choice: HiddenColor.clear.rawValue)
        }
        doubt("colors of clear pixels are not kept", if: alpha == "KeepTransparentPixels")
        if let pixels = members["outputFormat"]?.text {
            doubt("pages have 8 bits per channel, not \(pixels)", if: pixels != "RGBA8888")
        }
        if let image = members["textureFormat"]?.text {
            if image.hasPrefix("png8") { set("pixels", choice: PagePixels.palette.rawValue) }
            doubt("pages are PNG, not \(image)", if: !image.hasPrefix("png"))
        }
        for (member, what) in [
            ("replaceList", "renames sprites"),
            ("exporterProperties", "has settings of its exporter"),
        ] {
            doubt("the project \(what), which is not taken", if: members[member]?.isEmpty == false)
        }
        let isSecret = members["contentProtection"]?.members["key"]?.text.isEmpty == false
        doubt("pages are not encrypted", if: isSecret)
        let names = ["textureFileName", "dataFileNames"].flatMap { members[$0]?.fileNames ?? [] }
        doubtNames(names.filter { !$0.isEmpty })
        doubt("normal maps are not packed: see \"sideSheets\"", if: members["packNormalMaps"]?.flag)
        doubt(
            "sprites are called by their names without .png",
            if: members["trimSpriteNames"]?.flag == false
        )
    }

    fileprivate mutating func takePacking(_ members: [String: XMLElement]) {
        let size = members["maxTextureSize"]?.members
        setPageSize(width: size?["width"]?.whole, height: size?["height"]?.whole)
        let fixed = members["fixedTextureSize"]?.members["width"]?.whole ?? -1
        doubt("pages are as large as they need to be, not \(fixed) wide", if: fixed > 0)
        set("padding", members["shapePadding"]?.whole, in: 0...64, default: 2)
        set("border", members["borderPadding"]?.whole, in: 0...64, default: 0)
        setRotation(members["allowRotation"]?.flag)
        if members["autoAliasEnabled"]?.flag == false {
            set("duplicates", choice: DuplicateMerging.none.rawValue)
        }
        doubt(
            "there may be several pages: \"budget\": { \"pages\": 1 } forbids that",
            if: members["multiPack"]?.flag == false
        )
        let algorithm = members["algorithmSettings"]?.members ?? [:]
        set("square", algorithm["forceSquared"]?.flag)
        let constraint = algorithm["sizeConstraints"]?.text ?? "AnySize"
        switch constraint {
        case "AnySize": break
        case "POT": set("powerOfTwo", true)
        case "WordAligned": set("multipleOf", 2, in: 1...256, default: 1)
        case "MultipleOf4": set("multipleOf", 4, in: 1...256, default: 1)
        default: doubt("the size constraint \(constraint) is not taken")
        }
        if let way = algorithm["algorithm"]?.text, ["Basic", "Grid"].contains(way) {
            doubt("sprites are packed densely, not by the algorithm \(way)")
        }
        let sprites = members["globalSpriteSettings"]?.members ?? [:]
        set("extrude", sprites["extrude"]?.whole, in: 0...16, default: 0)
        let trim = sprites["trimMode"]?.text ?? "Trim"
        if trim == "None" { set("trim", false, default: true) }
        if trim == "Polygon" { set("trim", choice: Trimming.polygon.rawValue) }
        doubt("margins that are trimmed are restored in the game", if: trim.hasPrefix("Crop"))
        let threshold = sprites["trimThreshold"]?.whole.map { max(0, $0 - 1) }
        set("trimThreshold", threshold, in: 0...254, default: 0)
        let margin = sprites["trimMargin"]?.whole ?? 0
        doubt("trimmed sprites keep no margin of \(margin) pixels", if: margin > 1)
        doubt("sprites keep their size", if: sprites["scale"].map { $0.number != 1 })
        doubt("the heuristic mask is not taken: see \"key\"", if: sprites["heuristicMask"]?.flag)
        for side in ["commonDivisorX", "commonDivisorY"] {
            doubt("\(side) is not taken", if: members[side]?.whole.map { $0 > 1 })
        }
    }

    fileprivate mutating func takeSprites(
        _ members: [String: XMLElement],
        _ place: ImportPlace
    ) throws {
        let sprites = members["globalSpriteSettings"]?.members ?? [:]
        let hasPivots = sprites["writePivotPoints"]?.flag == true
        let common = sprites["defaultPivotPoint"]?.pivot
        let own = members["individualSpriteSettings"]?.members.mapValues(\.members) ?? [:]
        let ignored = (members["ignoreFileList"]?.fileNames ?? []).map(Glob.init)
        let prefixed = members["prependSmartFolderName"]?.flag == true
        let sheets = members["fileLists"]?.children.filter { $0.name == "key" } ?? []
        doubt(
            "the \(sheets.count) sheets of the project become one target",
            if: sheets.count > 1
        )
        let moved = own.values.compactMap { $0["pivotPoint"]?.pivot }
            .filter { $0 != .init(x: 0.5, y: 0.5) }
        doubt(
            "pivots are not taken, because the project does not export them",
            if: !hasPivots && !moved.isEmpty
        )
        var scaled = 0
        let lists = [members["fileList"], members["fileLists"]].compactMap(\.self)
        for named in lists.flatMap(\.fileNames) {
            guard let path = try resolve(named, in: place) else { continue }
            let (isFolder, files) = try place.pictures(path)
            for file in files {
                let listed = isFolder ? joinPath(named, file.inner) : named
                guard !ignored.contains(where: { $0.matches(listed) || $0.matches(file.inner) })
                else { continue }
                let folder = isFolder && prefixed ? lastPart(of: path) : ""
                let name = joinPath(folder, file.inner)
                let settings = own[listed] ?? [:]
                if let scale = settings["spriteScale"]?.number, scale != 1 { scaled += 1 }
                let isPatch = settings["scale9FromFile"]?.flag == true
                add(file.path, as: name, isNinePatch: isPatch, disk: place.disk) { sprite in
                    if hasPivots { sprite.pivot = settings["pivotPoint"]?.pivot ?? common }
                    guard settings["scale9Enabled"]?.flag == true, !isPatch,
                        let middle = settings["scale9Borders"]?.wholes, middle.count == 4
                    else { return }
                    sprite.nineSlice = NineSlice(
                        left: middle[0],
                        top: middle[1],
                        right: sprite.size.width - middle[0] - middle[2],
                        bottom: sprite.size.height - middle[1] - middle[3]
                    )
                }
            }
        }
        doubt("\(counted(scaled, "sprite")) with a scale keep their size", if: scaled > 0)
    }
}

extension XMLElement {
    /// Values by their keys; the first counts.
    fileprivate var members: [String: XMLElement] {
        var result: [String: XMLElement] = [:]
        var keys: [String] = []
        for child in children {
            if child.name == "key" {
                keys.append(child.text)
            } else {
                for key in keys where result[key] == nil { result[key] = child }
                keys = []
            }
        }
        return result
    }

    /// All file names inside, in their order.
    fileprivate var fileNames: [String] {
        name == "filename" ? [text] : children.flatMap(\.fileNames)
    }

    fileprivate var isEmpty: Bool { children.isEmpty && text.allSatisfy(\.isWhitespace) }

    fileprivate var flag: Bool? { name == "true" ? true : name == "false" ? false : nil }
    fileprivate var number: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
    fileprivate var whole: Int? { wholeNumber(number) }

    private var numbers: [Double] {
        text.split(separator: ",").compactMap { Double($0) }.filter(\.isFinite)
    }
    fileprivate var wholes: [Int] { numbers.compactMap(wholeNumber) }

    fileprivate var pivot: AtlasFrame.Pivot? {
        let numbers = numbers
        return numbers.count == 2 ? .init(x: numbers[0], y: numbers[1]) : nil
    }
}

/// A number of a project, rounded; nil if it is beyond what pixels can be.
func wholeNumber(_ number: Double?) -> Int? {
    guard let number, abs(number) <= 1_048_576 else { return nil }
    return Int(number.rounded())
}
