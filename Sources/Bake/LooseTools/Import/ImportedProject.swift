import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import ImageCodec
import Raster

/// A project or an atlas of another tool: all of it that a catalog can say.
struct ImportedProject {
    var sprites: [ImportedSprite] = []
    /// Files that become sources as they are, by their paths in the folder of sources.
    var copied: [NewFile] = []
    /// The assets that the copied files are.
    var copiedAssets: [String] = []
    /// Whether folders are part of the names of copied files.
    var isNamedByPath = false
    /// Pixels per point of files without a suffix such as `@2x`.
    var sourceDensity = 1
    var scales = [1]
    var kind = "atlas"
    /// Nil leaves the format to the catalog's default.
    var format: AtlasFormat?
    /// Members of the target besides scales and formats, with their values as JSON.
    private(set) var target: [(name: String, value: String)] = []
    /// Names of colors, with `#RRGGBB`.
    var colors: [(name: String, color: String)] = []
    /// What the catalog cannot say or a person should look at, as sentences.
    private(set) var doubts: [String] = []
    /// Pictures and folders that it names and that do not exist.
    private(set) var missing: [String] = []

    mutating func doubt(_ sentence: String) {
        let text = shortened(printable(sentence), to: Diagnostic.textLimit)
        if !doubts.contains(text) { doubts.append(text) }
    }

    mutating func doubt(_ sentence: @autoclosure () -> String, if isMeant: Bool?) {
        if isMeant == true { doubt(sentence()) }
    }
}

/// A sprite at one density.
struct ImportedSprite {
    /// With `/` between folders, without an extension.
    var name: String
    var bytes: [UInt8]
    /// The extension of its file.
    var ending = "png"
    var size: PixelSize
    /// Pixels per point; nil leaves it to the file's name and the catalog.
    var density: Int?
    var pivot: AtlasFrame.Pivot?
    /// In pixels of the picture.
    var nineSlice: NineSlice?
    /// More members for its rule of `sheets`, as JSON.
    var rule: String?
}

// MARK: - Sprites

extension ImportedProject {
    /// Adds a picture that was cut out of another one.
    mutating func add(_ image: StraightImage, as name: String) throws(DiskError) {
        sprites.append(.init(name: name, bytes: try encode(image, for: name), size: image.size))
    }

    /// Adds a picture file; a doubt says why one cannot be used.
    ///
    /// `name` may have an extension. In a nine-patch, black pixels along the edges mark what
    /// stretches; they are cut off.
    mutating func add(
        _ path: String,
        as name: String,
        isNinePatch: Bool = false,
        disk: any Disk,
        _ change: (inout ImportedSprite) -> Void = { _ in }
    ) {
        guard isPictureName(path) else {
            return doubt("\(path) is left out: Kiln reads PNG, JPEG, GIF, WebP and Aseprite")
        }
        do {
            let image = try decodePicture(path, disk: disk).image
            var sprite = ImportedSprite(
                name: withoutExtension(name),
                bytes: try disk.read(path),
                ending: String(lastPart(of: path).split(separator: ".").last ?? "png"),
                size: image.size
            )
            if isNinePatch, sprite.name.hasSuffix(".9") {
                sprite.name.removeLast(2)
                if let patch = NinePatch(image) {
                    sprite.bytes = try encode(patch.image, for: name)
                    (sprite.size, sprite.nineSlice) = (patch.image.size, patch.nineSlice)
                    doubt(
                        "\(name): the padding marks of the nine-patch are not taken",
                        if: patch.hasPadding
                    )
                } else {
                    doubt("\(path) is named as a nine-patch but has no marks")
                }
            }
            change(&sprite)
            sprites.append(sprite)
        } catch let failure as PictureFailure {
            doubt("\(path) cannot be used: \(failure.message)")
        } catch {
            doubt("\(path) cannot be used: \(error)")
        }
    }

    /// Where a path of the project leads; nil if there is nothing, which is a doubt.
    mutating func resolve(_ named: String, in place: ImportPlace) throws(Diagnostic) -> String? {
        let path = try place.resolve(named)
        if path == nil { miss(named) }
        return path
    }

    mutating func miss(_ path: String) {
        missing.append(path)
        doubt("the picture \(path) is missing")
    }

    mutating func changeLast(_ change: (inout ImportedSprite) -> Void) {
        if !sprites.isEmpty { change(&sprites[sprites.count - 1]) }
    }
}

// MARK: - The target

extension ImportedProject {
    /// Sets a member; if the project says several values, the first counts.
    private mutating func set(_ member: String, to value: String) {
        if let earlier = target.first(where: { $0.name == member }) {
            doubt(
                "the project has several values for \(member), the catalog has \(earlier.value)",
                if: earlier.value != value
            )
        } else {
            target.append((member, value))
        }
    }

    /// Sets a number, brought into the catalog's range.
    mutating func set(_ member: String, _ value: Int?, in range: ClosedRange<Int>, default: Int) {
        guard let value else { return }
        let kept = min(max(value, range.lowerBound), range.upperBound)
        doubt("\(member) is \(kept), because Kiln does not go to \(value)", if: kept != value)
        if kept != `default` { set(member, to: "\(kept)") }
    }

    mutating func set(_ member: String, _ value: Bool?, default: Bool = false) {
        if let value, value != `default` { set(member, to: "\(value)") }
    }

    mutating func set(_ member: String, choice: String) { set(member, to: quotedJSON(choice)) }

    /// Says that the bake names its files itself.
    mutating func doubtNames(_ names: [String]) {
        let list = names.joined(separator: ", ")
        doubt("files are named after the target, not \(list)", if: !names.isEmpty)
    }

    /// The longest side of a page.
    mutating func setPageSize(width: Int?, height: Int?) {
        guard let longest = [width, height].compactMap(\.self).max(), longest > 0 else { return }
        set("maxPageSize", longest, in: 16...TargetSettings.largestPage, default: 2048)
        doubt(
            "pages may become \(longest) pixels wide and high, because a catalog has one limit for both",
            if: width != height && width != nil && height != nil
        )
    }

    /// Sets the format that is nearest to the tool's.
    mutating func setFormat(_ name: String) {
        let key = name.lowercased().filter { $0.isLetter || $0.isNumber }
        if let known = Self.formats[key] {
            format = known
        } else {
            doubt("Kiln does not write the data format \"\(name)\": the manifest has all it says")
        }
    }

    /// Formats by the names that tools have for them, in lower case without punctuation.
    private static let formats: [String: AtlasFormat] = [
        "json": .texturePackerHash, "jsonhash": .texturePackerHash,
        "phaserhash": .texturePackerHash, "phaserjsonhash": .texturePackerHash,
        "jsonarray": .texturePackerArray, "phaserarray": .texturePackerArray,
        "phaserjsonarray": .texturePackerArray, "melonjs": .texturePackerArray,
        "pixi": .pixi, "pixijs": .pixi, "pixijs4": .pixi, "phaser": .phaser, "phaser3": .phaser,
        "libgdx": .libgdx, "spine": .spine, "cocos2d": .cocos2d, "cocos2dx": .cocos2d,
        "cocos2dv2": .cocos2d, "sparrow": .starling, "starling": .starling, "unity": .unity,
        "unity3d": .unity, "unitytexture2d": .unity, "spritekit": .spriteatlas,
        "spritekitswift": .spriteatlas, "css": .css, "csssimple": .css, "cssmodern": .css,
        "cssold": .css, "godot": .godot, "godotatlas": .godot, "godottileset": .godot,
        "godotspritesheet": .godot, "godot3spritesheet": .godot, "godot3tileset": .godot,
    ]

    private var formatName: String { (format ?? .kiln).rawValue }

    /// After the format is known.
    mutating func setRotation(_ isAllowed: Bool?) {
        guard isAllowed == true else { return }
        if AtlasFormat.sharedRotation(of: [format ?? .kiln]) != .none || format == .spriteatlas {
            set("rotate", true)
        } else {
            doubt("sprites are not turned: readers of \(formatName) do not turn them back")
        }
    }

    /// After the format is known.
    mutating func setPremultiplied(_ isPremultiplied: Bool?) {
        guard isPremultiplied == true else { return }
        if AtlasFormat.deafToPremultiplied([format ?? .kiln]).isEmpty {
            set("alpha", choice: AlphaKind.premultiplied.rawValue)
        } else {
            doubt(
                "colors are not multiplied by alpha: \(formatName) cannot say that they are"
            )
        }
    }

    /// Turns factors of the pictures' size into scales and the density of the pictures.
    mutating func setScales(_ factors: [Double]) {
        let factors = factors.isEmpty ? [1] : factors
        let least = min(1, factors.min() ?? 1)
        let numbers = ([1] + factors).map { $0 / least }
        let whole = numbers.compactMap { number -> Int? in
            guard number > 0.5, number < 8.5, abs(number - number.rounded()) < 0.002 else {
                return nil
            }
            return Int(number.rounded())
        }
        guard least > 0, whole.count == numbers.count else {
            let texts = factors.map(plain).joined(separator: ", ")
            return doubt(
                "the scales \(texts) of the project have no equal: the catalog draws the pictures at their size"
            )
        }
        sourceDensity = whole[0]
        scales = Set(whole.dropFirst()).sorted()
    }
}

// MARK: - Nine-patches

/// A picture with marks of what stretches in its first row and column.
private struct NinePatch {
    /// Without the marks.
    let image: StraightImage
    let nineSlice: NineSlice
    /// Whether the last row or column has marks, which say where content goes.
    let hasPadding: Bool

    init?(_ marked: StraightImage) {
        let (width, height) = (marked.width - 2, marked.height - 2)
        guard let rect = PixelRect(x: 1, y: 1, width: width, height: height) else { return nil }
        func isMark(_ x: Int, _ y: Int) -> Bool {
            marked[x, y] == StraightPixel(r: 0, g: 0, b: 0)
        }
        let columns = (0..<width).filter { isMark($0 + 1, 0) }
        let rows = (0..<height).filter { isMark(0, $0 + 1) }
        guard let left = columns.first, let right = columns.last, let top = rows.first,
            let bottom = rows.last
        else { return nil }
        image = marked.cropped(to: rect)
        nineSlice = NineSlice(
            left: left,
            top: top,
            right: width - 1 - right,
            bottom: height - 1 - bottom
        )
        hasPadding =
            (0..<width).contains { isMark($0 + 1, height + 1) }
            || (0..<height).contains { isMark(width + 1, $0 + 1) }
    }
}
