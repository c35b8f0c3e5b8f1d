package import Catalog
import Diagnostics
import FileStore
package import Raster

/// A template of descriptors with the way it escapes values.
struct TemplateFile {
    let template: Template
    /// What the output's name has after the atlas's: `lua` of `love.lua.mustache`.
    let ending: String

    init(_ file: DescriptorTemplate) throws(TextFault) {
        guard let ending = file.outputEnding else {
            throw TextFault(
                path: file.path,
                line: 1,
                message: "the template's name has no extension before .mustache",
                help: DescriptorTemplate.helpWithoutEnding
            )
        }
        self.ending = ending
        let text: String
        do throws(FormatFault) {
            text = try decodedText(file.bytes)
        } catch {
            throw TextFault(path: file.path, line: 1, message: error.message)
        }
        template = try Template(text, path: file.path)
        for name in template.names {
            guard let unknown = name.parts.first(where: { !knownNames.contains($0) }) else {
                continue
            }
            throw TextFault(
                path: file.path,
                line: name.line,
                column: name.column,
                message: "unknown name \"\(shortened(unknown, to: 80))\"",
                help: nearestMatch(to: unknown, in: knownNames.sorted())
                    .map { "did you mean \"\($0)\"?" }
                    ?? "Documentation/templates.md lists all names"
            )
        }
    }

    func exported(_ atlas: AtlasDescription) throws(ExportError) -> ExportedFile {
        try atlas.check()
        try checkNames(for: atlas)
        do throws(TextFault) {
            let text = try template.rendered(atlas.templateContext, escape: escape)
            return ExportedFile("\(atlas.name)\(atlas.suffix).\(ending)", text: text)
        } catch {
            throw .template(error)
        }
    }

    /// Throws if a template that places sprites never mentions how they are stored, as engines would
    /// draw them incorrectly.
    private func checkNames(for atlas: AtlasDescription) throws(ExportError) {
        let isRotated = atlas.pages.flatMap(\.frames).contains(where: \.isRotated)
        let facts = [
            (isRotated, "sprites are rotated", "rotated"),
            (atlas.isPremultiplied, "colors are premultiplied", "atlas.premultiplied"),
            (atlas.words != nil, "pages are \(atlas.pixelFormat)", "atlas.pixelFormat"),
        ]
        let names = Set(template.names.compactMap(\.parts.last))
        guard names.contains("x") || names.contains("u0") else { return }
        for (isTrue, fact, name) in facts where isTrue {
            guard !names.contains(String(name.split(separator: ".").last ?? "")) else { continue }
            throw .unusedName(fact, name: name, template: template.path)
        }
    }

    private func escape(_ text: String) -> String {
        switch ending.split(separator: ".").last?.lowercased() {
        case "xml", "plist", "html", "htm", "xhtml", "svg", "tmx", "tsx", "xaml", "fnt", "tpsheet":
            xmlEscaped(text)
        case "txt", "md", "csv": text
        // A dollar sign begins a variable or an expression in their strings.
        case "dart", "kt", "kts", "php", "pl", "sh", "groovy", "gradle":
            literal(text).split(separator: "$", omittingEmptySubsequences: false)
                .joined(separator: "\\$")
        default: literal(text)
        }
    }
}

/// The contents of a string literal in double quotes.
private func literal(_ text: String) -> String {
    String(quotedJSON(text).dropFirst().dropLast())
}

/// All names that `templateContext` has.
private let knownNames: Set<String> = {
    var frame = AtlasFrame("a", [0, 0, 1, 1])
    frame.pivot = AtlasFrame.Pivot(x: 0, y: 0)
    frame.nineSlice = NineSlice(left: 0, top: 0, right: 0, bottom: 0)
    let page = AtlasDescription.Page(imageFile: "a", width: 1, height: 1, frames: [frame])
    let animation = AtlasDescription.Animation(
        name: "a",
        frames: ["a"],
        framesPerSecond: 1,
        loops: true
    )
    var atlas = AtlasDescription(
        name: "a",
        pages: [page],
        animations: [animation]
    )
    atlas.species = [AtlasDescription.Species(id: "a", animations: [])]
    return atlas.templateContext.memberNames
}()

extension JSONOutput {
    /// Of objects in it, at any depth.
    fileprivate var memberNames: Set<String> {
        switch self {
        case .array(let values): values.reduce(into: []) { $0.formUnion($1.memberNames) }
        case .object(let members):
            members.reduce(into: Set(members.map(\.0))) { $0.formUnion($1.1.memberNames) }
        default: []
        }
    }
}

/// Why a template cannot be used; nil if it can, whatever the atlas.
package func templateFault(_ template: DescriptorTemplate) -> TextFault? {
    do throws(TextFault) {
        _ = try TemplateFile(template)
        return nil
    } catch {
        return error
    }
}

/// Describes an atlas by templates, one file for each scale; of several encodings of the pages, the
/// first.
///
/// Throws as `export` of a format.
package func export(
    _ encoded: [(encoding: PageEncoding, scales: [AtlasDescription])],
    templates: [DescriptorTemplate]
) throws(ExportError) -> [ExportedFile] {
    var files: [ExportedFile] = []
    for template in templates {
        let file: TemplateFile
        do throws(TextFault) {
            file = try TemplateFile(template)
        } catch {
            throw .template(error)
        }
        for atlas in encoded.first?.scales ?? [] { files.append(try file.exported(atlas)) }
    }
    return files
}

// The values that templates have, as Documentation/templates.md lists them. Every name is always
// there: what a sprite does not have is false, and a list is empty.

extension AtlasDescription {
    var templateContext: JSONOutput {
        let frames = pages.map(\.namedFrames)
        let names = frames.joined().map(\.name)
        let identifiers = classNames(Set(names), except: "", separator: "_")
        var sprites: [String: Members] = [:]
        var pagesOfSprites: [String: Int] = [:]
        var lists: [[Members]] = []
        for (index, page) in pages.enumerated() {
            let first = sprites.count
            lists.append([])
            var owners: [[Int]: String] = [:]
            for (place, frame) in frames[index].enumerated() {
                // An upright sprite and a rotated one may share a rectangle.
                let sides = [frame.width, frame.height].sorted()
                let owner = owners[[frame.x, frame.y] + sides]
                owners[[frame.x, frame.y] + sides] = owner ?? frame.name
                let values: Members = [
                    ("indexOnPage", .integer(place)), ("numberOnPage", .integer(place + 1)),
                    ("name", .string(frame.name)),
                    ("identifier", .string(identifiers[frame.name] ?? "")),
                    ("aliasOf", owner.map(JSONOutput.string) ?? false),
                    ("page", .object(numbered(index) + page.members)),
                ]
                let members = numbered(first + place) + values + frame.members(on: page)
                lists[index].append(members)
                sprites[frame.name] = members
                pagesOfSprites[frame.name] = index
            }
        }
        let animations = animationMembers(self.animations, sprites)
        let pages = zip(self.pages, lists).enumerated().map { index, page -> Members in
            let played = zip(self.animations, animations).filter { animation, _ in
                animation.frames.allSatisfy { pagesOfSprites[$0] == index }
            }
            let lists: Members = [
                ("sprites", listed(page.1)), ("animations", listed(played.map(\.1))),
            ]
            return numbered(index) + page.0.members + lists
        }
        let species = species.enumerated().map { index, species -> Members in
            numbered(index) + [
                ("id", .string(species.id)),
                ("animations", listed(animationMembers(species.animations, sprites))),
            ]
        }
        return .object([
            ("atlas", .object(members(spriteCount: sprites.count))), ("pages", listed(pages)),
            ("sprites", listed(lists.flatMap(\.self))), ("animations", listed(animations)),
            ("species", listed(species)),
        ])
    }

    private func members(spriteCount: Int) -> Members {
        [
            ("name", .string(name)), ("id", .string(unscaledName)),
            ("identifier", .string(className(unscaledName, separator: "_"))),
            ("scale", .decimal(scale)), ("premultiplied", .bool(isPremultiplied)),
            ("pixelFormat", .string(pixelFormat)),
            ("filter", .string(filter.isHard ? "nearest" : "linear")),
            ("mipmaps", .bool(filter == .mipmap || filter == .mipmapNearest)),
            ("generator", .string(Generator.name)), ("version", .string(Generator.version)),
            ("pageCount", .integer(pages.count)), ("spriteCount", .integer(spriteCount)),
            ("animationCount", .integer(animations.count)),
        ]
    }
}

private typealias Members = [(String, JSONOutput)]

private func numbered(_ index: Int) -> Members {
    [("index", .integer(index)), ("number", .integer(index + 1))]
}

private func listed(_ elements: [Members]) -> JSONOutput {
    .array(
        elements.enumerated().map { index, members in
            .object(
                members + [
                    ("first", .bool(index == 0)), ("last", .bool(index == elements.count - 1)),
                ]
            )
        }
    )
}

extension AtlasDescription.Page {
    fileprivate var members: Members {
        [
            ("image", .string(imageFile)), ("stem", .string(stem)), ("width", .integer(width)),
            ("height", .integer(height)),
            ("normalMap", normalMapFile.map(JSONOutput.string) ?? false),
        ]
    }
}

extension AtlasFrame {
    fileprivate func members(on page: AtlasDescription.Page) -> Members {
        let right = Double(x + pageWidth) / Double(page.width)
        let bottom = Double(y + pageHeight) / Double(page.height)
        return [
            ("x", .integer(x)), ("y", .integer(y)), ("width", .integer(width)),
            ("height", .integer(height)), ("pageWidth", .integer(pageWidth)),
            ("pageHeight", .integer(pageHeight)),
            ("yUp", .integer(page.height - y - pageHeight)), ("rotated", .bool(isRotated)),
            ("trimmed", .bool(isTrimmed)),
            ("trimX", .integer(trimX)), ("trimY", .integer(trimY)),
            ("trimRight", .integer(sourceWidth - trimX - width)),
            ("trimBottom", .integer(sourceHeight - trimY - height)),
            ("sourceWidth", .integer(sourceWidth)), ("sourceHeight", .integer(sourceHeight)),
            ("u0", .decimal(Double(x) / Double(page.width))), ("u1", .decimal(right)),
            ("v0", .decimal(Double(y) / Double(page.height))), ("v1", .decimal(bottom)),
            ("v0Up", .decimal(1 - bottom)), ("v1Up", .decimal(1 - Double(y) / Double(page.height))),
            ("pivot", pivot.map { .object(members(of: $0)) } ?? false),
            ("nineSlice", nineSlice.map { .object(members(of: $0)) } ?? false),
        ]
    }

    private func members(of pivot: Pivot) -> Members {
        let (pixelX, pixelY) = (pivot.x * Double(sourceWidth), pivot.y * Double(sourceHeight))
        return [
            ("x", .decimal(pivot.x)), ("y", .decimal(pivot.y)), ("yUp", .decimal(1 - pivot.y)),
            ("pixelX", .decimal(pixelX)), ("pixelY", .decimal(pixelY)),
            ("pixelYUp", .decimal(Double(sourceHeight) - pixelY)),
        ]
    }

    private func members(of slice: NineSlice) -> Members {
        [
            ("left", .integer(slice.left)), ("top", .integer(slice.top)),
            ("right", .integer(slice.right)), ("bottom", .integer(slice.bottom)),
            ("middleWidth", .integer(sourceWidth - slice.left - slice.right)),
            ("middleHeight", .integer(sourceHeight - slice.top - slice.bottom)),
        ]
    }
}

/// Each animation with the sprites of its frames, and with an identifier unique among them.
private func animationMembers(
    _ animations: [AtlasDescription.Animation],
    _ sprites: [String: Members]
) -> [Members] {
    let identifiers = classNames(Set(animations.map(\.name)), except: "", separator: "_")
    return animations.enumerated().map { index, animation -> Members in
        let lengths = animation.frames.indices.map { frame in
            animation.durations.map { Double($0[frame]) } ?? 1000 / animation.framesPerSecond
        }
        let frames = zip(animation.frames, lengths).enumerated().map { index, frame -> Members in
            let members: Members = [
                ("name", .string(frame.0)), ("sprite", .object(sprites[frame.0] ?? [])),
                ("milliseconds", .decimal(frame.1)), ("seconds", .decimal(frame.1 / 1000)),
            ]
            return numbered(index) + members
        }
        let total = lengths.reduce(0, +)
        let members: Members = [
            ("name", .string(animation.name)),
            ("identifier", .string(identifiers[animation.name] ?? "")),
            ("fps", .decimal(animation.framesPerSecond)), ("loop", .bool(animation.loops)),
            ("durations", .bool(animation.durations != nil)),
            ("milliseconds", .decimal(total)), ("seconds", .decimal(total / 1000)),
            ("frameCount", .integer(frames.count)), ("frames", listed(frames)),
        ]
        return numbered(index) + members
    }
}
