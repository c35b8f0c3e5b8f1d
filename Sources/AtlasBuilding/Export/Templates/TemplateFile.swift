package import Catalog
import Diagnostics
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
    var frame = AtlasFrame(name: "a", x: 0, y: 0, width: 1, height: 1)
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
