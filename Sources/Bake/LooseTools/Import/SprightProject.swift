import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import ImageCodec
import Raster

/// Reads a project of spright: lines of words, in which indentation says what belongs to what.
///
/// A definition counts for what follows on its level and deeper, and for the input, sprite or sheet
/// that it is indented below.
func readSprightProject(_ place: ImportPlace) throws -> ImportedProject {
    let text = try place.read { $0 }
    var reader = SprightReader(place)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .enumerated()
    {
        reader.line = index + 1
        try reader.read(line)
    }
    return try reader.finish()
}

private struct SprightReader {
    /// What a line and those below it know.
    struct Scope {
        var level = -1
        /// Whether something ends with this scope.
        var opening: String?
        var path = ""
        var inputs: [String] = []
        var glob: String?
        var colorKey: String?
        var grid: Pair = (0, 0)
        var cells: Pair = (0, 0)
        var offset: Pair = (0, 0)
        var end: Pair = (0, 0)
        var spacing: Pair = (0, 0)
        var isAtlas = false
        var span: Pair = (1, 1)
        var rect: PixelRect?
        var id = "sprite_{{index}}"
        var pivot: [(anchor: Double, offset: Double)]?
        var isCropped = false
        var cropsPivot = false
        var skipped = 0

        var hasGrid: Bool { max(grid.x, grid.y, cells.x, cells.y) > 0 }
    }

    typealias Pair = (x: Int, y: Int)

    private static let mostSprites = 65_536

    let place: ImportPlace
    var line = 0
    private var project = ImportedProject()
    private var scopes = [Scope()]
    private var variables: [String: String] = [:]
    private var outputScales: [Double] = []
    private var sheets: [String] = []
    private var isRotating = false
    private var isPremultiplied = false
    private var inputCount = 0
    /// Of the current input.
    private var cell: Pair = (0, 0)
    private var sequencePlace = 0
    private var spriteCount = 0
    private var picture: (path: String, image: StraightImage)?

    init(_ place: ImportPlace) { self.place = place }

    mutating func finish() throws -> ImportedProject {
        try close(to: -1)
        guard inputCount > 0 else {
            throw place.failure("no project of spright, expected an \"input\" or a \"glob\"")
        }
        project.doubt("the manifest describes the sprites", if: project.format == nil)
        project.setRotation(isRotating)
        project.setPremultiplied(isPremultiplied)
        project.setScales(outputScales)
        project.doubt(
            "the sheets \(sheets.joined(separator: ", ")) become one target",
            if: sheets.count > 1
        )
        return project
    }
}

// MARK: - Lines

extension SprightReader {
    mutating func read(_ line: Substring) throws {
        let level = line.prefix { $0 == " " || $0 == "\t" }.count
        var words = try words(line)
        guard !words.isEmpty else { return }
        let word = words.removeFirst()
        try close(to: level)
        let opens = [
            "sheet", "output", "glob", "input", "description", "transform", "sprite", "duplicate",
            "skip", "group",
        ].contains(word)
        var scope = scopes[scopes.count - 1]
        if level > scope.level || opens {
            guard scopes.count < 64 else { throw fault("lines are nested deeper than 64") }
            scope.opening = nil
            scopes.append(scope)
        }
        scope.level = level
        if opens { scope.opening = word }
        try apply(word, words, to: &scope)
        scopes[scopes.count - 1] = scope
    }

    private func fault(_ message: String) -> Diagnostic { place.failure(message, line: line) }

    /// The words of a line, without a comment.
    private func words(_ line: Substring) throws -> [String] {
        var words: [String] = []
        var rest = line
        while let first = rest.first {
            if first.isWhitespace || first == "," {
                rest.removeFirst()
            } else if first == "#" {
                break
            } else if first == "\"" || first == "'" {
                let word = rest.dropFirst().prefix { $0 != first }
                guard rest[word.endIndex...].first == first else {
                    throw fault("found a quote without its end")
                }
                words.append(String(word))
                rest = rest[word.endIndex...].dropFirst()
            } else {
                let word = rest.prefix { !$0.isWhitespace && $0 != "," && $0 != "#" }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
        }
        return words
    }

    /// Ends the scopes that a line of this level does not belong to.
    private mutating func close(to level: Int) throws {
        guard let deepest = scopes.last else { return }
        while scopes.count > 1, let last = scopes.last {
            if last.opening != nil ? level > last.level : level >= last.level { return }
            scopes.removeLast()
            switch last.opening {
            case "input": try endInput(deepest)
            case "glob": try endGlob(deepest)
            case "sprite": try endSprite(deepest)
            case "skip":
                for _ in 0..<max(1, deepest.skipped) { advance(deepest) }
            default: break
            }
        }
    }

    private mutating func apply(
        _ word: String,
        _ words: [String],
        to scope: inout Scope
    ) throws {
        func wholes(_ count: ClosedRange<Int>) throws -> [Int] {
            let numbers = words.compactMap { wholeNumber(Double($0)) }
            guard numbers.count == words.count, count.contains(numbers.count) else {
                throw fault("found \"\(words.joined(separator: " "))\", expected numbers")
            }
            return numbers
        }
        func pair() throws -> Pair {
            let numbers = try wholes(1...2)
            return (numbers[0], numbers.count > 1 ? numbers[1] : numbers[0])
        }
        let flag = words.first.map { $0 != "false" } ?? true
        switch word {
        case "sheet": if let id = words.first, !sheets.contains(id) { sheets.append(id) }
        case "path": scope.path = words.first ?? ""
        case "input", "glob":
            guard let path = words.first else { throw fault("\(word) names no picture") }
            guard scope.inputs.isEmpty else { throw fault("inputs cannot be nested") }
            (cell, sequencePlace, spriteCount) = ((0, 0), 0, 0)
            inputCount += 1
            if word == "glob" {
                scope.glob = path
            } else {
                scope.inputs = try files(of: joinPath(scope.path, path))
            }
        case "colorkey": scope.colorKey = words.first ?? "corner"
        case "grid": scope.grid = try pair()
        case "grid-cells": scope.cells = try pair()
        case "grid-offset":
            let numbers = try wholes(1...4)
            scope.offset = (numbers[0], numbers.count > 1 ? numbers[1] : numbers[0])
            if numbers.count > 2 {
                scope.end = (numbers[2], numbers.count > 3 ? numbers[3] : numbers[2])
            }
        case "grid-spacing": scope.spacing = try pair()
        case "row": cell = (0, try wholes(1...1)[0])
        case "skip": scope.skipped = words.first.flatMap { Int($0) }.map { min($0, 4096) } ?? 1
        case "atlas": scope.isAtlas = true
        case "sprite", "id": scope.id = words.first ?? scope.id
        case "duplicate":
            if let last = project.sprites.last {
                var copy = last
                copy.name = name(words.first ?? scope.id, scope, file: "")
                project.sprites.append(copy)
            }
        case "span":
            scope.span = try pair()
            guard min(scope.span.x, scope.span.y) > 0 else { throw fault("the span is empty") }
        case "rect":
            let sides = try wholes(4...4)
            scope.rect = PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
            guard scope.rect != nil else { throw fault("the rectangle is empty") }
        case "pivot": scope.pivot = try pivot(words)
        case "crop": scope.isCropped = flag
        case "crop-pivot": scope.cropsPivot = flag
        case "set": if words.count > 1 { variables[words[0]] = words[1] }
        case "scale": if let scale = words.first.flatMap(Double.init) { outputScales.append(scale) }
        case "max-width", "max-height":
            project.setPageSize(width: try wholes(1...1)[0], height: nil)
        case "power-of-two": project.set("powerOfTwo", flag)
        case "square": project.set("square", flag)
        case "divisible-width":
            project.set("multipleOf", try wholes(1...1)[0], in: 1...256, default: 1)
        case "allow-rotate": isRotating = flag
        case "padding":
            let gaps = words.isEmpty ? [1] : try wholes(1...2)
            project.set("padding", gaps[0], in: 0...64, default: 2)
            project.set("border", gaps.last, in: 0...64, default: 0)
        case "duplicates":
            if words.first == "keep" {
                project.set("duplicates", choice: DuplicateMerging.none.rawValue)
            }
            project.doubt("duplicates keep their names", if: words.first == "drop")
        case "trim":
            if words.first == "none" { project.set("trim", false, default: true) }
            if words.first == "convex" {
                project.set("trim", choice: Trimming.polygon.rawValue)
                project.set("polygonShape", choice: "convex")
            }
        case "trim-threshold":
            project.set("trimThreshold", try wholes(1...1)[0] - 1, in: 0...254, default: 0)
        case "extrude":
            project.set("extrude", words.first.flatMap { Int($0) } ?? 1, in: 0...16, default: 0)
        case "alpha":
            if words.first == "premultiply" { isPremultiplied = true }
            if words.first == "clear" {
                project.set("hiddenColor", choice: HiddenColor.clear.rawValue)
            }
        case "template": if let name = words.first { project.setFormat(withoutExtension(name)) }
        case "output", "description": project.doubtNames(Array(words.prefix(1)))
        case "group", "max-sprites", "debug": break
        case "tag", "data":
            project.doubt("tags and data of sprites are not taken: see \"extras\" of images")
        default: project.doubt("\(word) is not taken (line \(line))")
        }
    }

    /// Words and numbers such as `right - 5, top + 3`, in any order.
    private func pivot(_ words: [String]) throws -> [(anchor: Double, offset: Double)] {
        let anchors: [String: (axis: Int, share: Double)] = [
            "left": (0, 0), "center": (0, 0.5), "right": (0, 1),
            "top": (1, 0), "middle": (1, 0.5), "bottom": (1, 1),
        ]
        var result = [(anchor: 0.0, offset: 0.0), (anchor: 0.0, offset: 0.0)]
        var (axis, sign) = (-1, 1.0)
        let hasSigns = words.contains("+") || words.contains("-")
        for word in words {
            if let (own, share) = anchors[word] {
                (axis, result[own].anchor) = (own, share)
            } else if word == "-" || word == "+" {
                sign = word == "-" ? -1 : 1
            } else if let number = Double(word), abs(number) < 1e6 {
                // Bare numbers are x and y.
                let isSigned = hasSigns || word.hasPrefix("-") || word.hasPrefix("+")
                if axis < 0 || !isSigned { axis = min(axis + 1, 1) }
                result[axis].offset = sign * number
                sign = 1
            } else {
                throw fault("found \"\(word)\", expected a pivot such as \"center bottom\"")
            }
        }
        return result
    }
}

// MARK: - Pictures

extension SprightReader {
    /// The files of an input; of one such as `walk{01-}.png` all that are there.
    private mutating func files(of path: String) throws -> [String] {
        guard let open = path.firstIndex(of: "{"), let close = path[open...].firstIndex(of: "}"),
            !path[open...].hasPrefix("{{")
        else { return [try project.resolve(path, in: place)].compactMap(\.self) }
        let bounds = path[path.index(after: open)..<close].split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        guard let digits = bounds.first?.count, let first = bounds.first.flatMap({ Int($0) }),
            bounds.count == 2, (0...1_000_000).contains(first)
        else { throw fault("found \"\(path)\", expected numbers such as {01-} or {1-9}") }
        let isOpen = bounds[1].isEmpty
        let last = min(Int(bounds[1]) ?? .max, first + 9_999)
        guard first <= last else { throw fault("found \"\(path)\", expected ascending numbers") }
        var files: [String] = []
        for number in first...last {
            let text = String(number)
            let zeros = String(repeating: "0", count: max(0, digits - text.count))
            let name = path[..<open] + zeros + text + path[path.index(after: close)...]
            guard let file = try place.resolve(String(name)) else {
                if files.isEmpty || !isOpen { project.miss(String(name)) }
                return files
            }
            files.append(file)
        }
        return files
    }

    private mutating func endGlob(_ scope: Scope) throws {
        guard let pattern = scope.glob else { return }
        let path = joinPath(scope.path, pattern)
        let fixed = path.split(separator: "/").prefix { !$0.contains("*") && !$0.contains("?") }
        let base = fixed.joined(separator: "/")
        guard let folder = try place.resolve(base.isEmpty ? "." : base) else {
            return project.miss(path)
        }
        let (glob, depth) = (
            Glob(path.split(separator: "**/").joined(separator: "*")),
            path.split(separator: "/").count
        )
        for file in try place.pictures(folder).files {
            let named = joinPath(base, file.inner)
            guard glob.matches(named),
                path.contains("**") || named.split(separator: "/").count == depth
            else { continue }
            var input = scope
            input.inputs = [file.path]
            (cell, sequencePlace, spriteCount) = ((0, 0), 0, 0)
            try endInput(input)
        }
    }

    private mutating func endInput(_ scope: Scope) throws {
        guard spriteCount == 0 else { return }
        var scope = scope
        scope.rect = nil
        if scope.inputs.count > 1 || !scope.hasGrid {
            for _ in scope.inputs { try endSprite(scope) }
            if scope.isAtlas {
                project.changeLast {
                    $0.rule = "\"islands\": {}, \"register\": { \"by\": \"none\" }"
                }
            }
            return
        }
        guard let image = try image(scope) else { return }
        let size = cellSize(scope, image)
        let columns = (image.width - scope.offset.x + size.x - 1) / max(1, size.x + scope.spacing.x)
        let rows = (image.height - scope.offset.y + size.y - 1) / max(1, size.y + scope.spacing.y)
        for y in 0..<max(0, min(rows, 4096)) {
            for x in 0..<max(0, min(columns, 4096)) {
                cell = (x, y)
                guard let rect = rect(scope, image),
                    image.cropped(to: rect).opaqueBounds() != nil
                else { continue }
                try endSprite(scope)
            }
        }
    }

    private mutating func advance(_ scope: Scope) {
        cell.x += scope.span.x
        sequencePlace += 1
        spriteCount += 1
    }

    private mutating func endSprite(_ scope: Scope) throws {
        guard project.sprites.count < Self.mostSprites else {
            throw fault("the project has more than \(Self.mostSprites) sprites")
        }
        guard let image = try image(scope) else { return advance(scope) }
        guard let rect = rect(scope, image) else {
            throw fault("the sprite before this line lies outside of its picture of \(image.size)")
        }
        let name = name(scope.id, scope, file: picture?.path ?? "")
        advance(scope)
        let sprite = image.cropped(to: rect)
        let bounds = sprite.opaqueBounds() ?? PixelRect(sprite.size)
        try project.add(scope.isCropped ? sprite.cropped(to: bounds) : sprite, as: name)
        guard let pivot = scope.pivot else { return }
        let measured = scope.cropsPivot ? bounds : PixelRect(sprite.size)
        let origin = scope.isCropped ? bounds.origin : .zero
        let x = measured.x - origin.x
        let y = measured.y - origin.y
        project.changeLast {
            $0.pivot = AtlasFrame.Pivot(
                x: (Double(x) + pivot[0].anchor * Double(measured.width) + pivot[0].offset)
                    / Double($0.size.width),
                y: (Double(y) + pivot[1].anchor * Double(measured.height) + pivot[1].offset)
                    / Double($0.size.height)
            )
        }
    }

    /// The picture of the next sprite; nil if it is missing or cannot be used.
    private mutating func image(_ scope: Scope) throws -> StraightImage? {
        let isSequence = scope.inputs.count > 1
        let path = scope.inputs.dropFirst(isSequence ? sequencePlace : 0).first
        guard let path else { return nil }
        if let picture, picture.path == path { return picture.image }
        do throws(PictureFailure) {
            var image = try decodePicture(path, disk: place.disk).image
            if let key = scope.colorKey { clear(key, in: &image) }
            picture = (path, image)
            return image
        } catch {
            project.doubt("\(path) cannot be used: \(error.message)")
            return nil
        }
    }

    /// Clears a color in hexadecimal digits, or that of the corner.
    private func clear(_ key: String, in image: inout StraightImage) {
        let corner = image[0, 0]
        var color = corner
        if let number = UInt32(key.prefix(6), radix: 16) {
            let channels = [16, 8, 0].map { UInt8(number >> $0 & 255) }
            color = StraightPixel(r: channels[0], g: channels[1], b: channels[2])
        }
        for y in 0..<image.height {
            for x in 0..<image.width where image[x, y] == color { image[x, y] = .clear }
        }
    }

    private func cellSize(_ scope: Scope, _ image: StraightImage) -> Pair {
        let width = image.width - scope.offset.x - scope.end.x
        let height = image.height - scope.offset.y - scope.end.y
        func side(_ length: Int, _ cells: Int, _ spacing: Int) -> Int {
            cells > 0 ? (length + spacing + cells - 1) / cells - spacing : 0
        }
        var size = scope.grid
        if size.x <= 0 || size.y <= 0 {
            let (x, y) = (
                side(width, scope.cells.x, scope.spacing.x),
                side(height, scope.cells.y, scope.spacing.y)
            )
            if x > 0 || y > 0 { size = (x > 0 ? x : y, y > 0 ? y : x) }
        }
        return (size.x > 0 ? size.x : max(1, width), size.y > 0 ? size.y : max(1, height))
    }

    /// Where the next sprite is, within the picture; nil if that is outside.
    private func rect(_ scope: Scope, _ image: StraightImage) -> PixelRect? {
        if let rect = scope.rect {
            let isInside =
                rect.x >= 0 && rect.y >= 0 && rect.maxX <= image.width && rect.maxY <= image.height
            return isInside ? rect : nil
        }
        guard scope.hasGrid else { return PixelRect(image.size) }
        let size = cellSize(scope, image)
        let x = scope.offset.x + cell.x * (size.x + scope.spacing.x)
        let y = scope.offset.y + cell.y * (size.y + scope.spacing.y)
        guard x >= 0, y >= 0 else { return nil }
        return PixelRect(
            x: x,
            y: y,
            width: min(size.x * scope.span.x, image.width - x),
            height: min(size.y * scope.span.y, image.height - y)
        )
    }

    /// An id with its variables replaced.
    private func name(_ id: String, _ scope: Scope, file: String) -> String {
        let base = withoutExtension(file)
        var values = variables
        values["index"] = "\(project.sprites.count)"
        values["inputIndex"] = "\(max(0, inputCount - 1))"
        values["inputSpriteIndex"] = "\(spriteCount)"
        values["sheet.id"] = sheets.last ?? "spright"
        values["source.filenameBase"] = base
        values["source.filenameStem"] = lastPart(of: base)
        values["source.filenameId"] = String(base.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        values["source.dirname"] = parentFolder(of: file)
        return id.split(separator: "{{", omittingEmptySubsequences: false).enumerated()
            .map { place, part -> String in
                guard place > 0, let end = part.firstRange(of: "}}") else { return String(part) }
                let key = part[..<end.lowerBound].filter { !$0.isWhitespace }
                return (values[key] ?? key) + part[end.upperBound...]
            }
            .joined()
    }
}
