import Diagnostics

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

extension TargetSettings {
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

extension Shape<Describer> {
    static let describer: Shape = Shape<AtlasFormat>.choice
        .then { format, _, _, _ in Describer.format(format) }
        .or(Shape<DescriptorTemplate>.template.then { file, _, _, _ in .template(file) }) {
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
    ) { path, node, name, reader -> DescriptorTemplate? in
        var template = DescriptorTemplate(path: path, bytes: [])
        guard template.outputEnding != nil else {
            reader.reportBadValue(
                node,
                name,
                expected: "a name with an extension before .mustache",
                help: DescriptorTemplate.helpWithoutEnding
            )
            return nil
        }
        do throws(CatalogFileTrouble) {
            template.bytes = try reader.file(path)
            return template
        } catch {
            reader.report(
                .badValue,
                at: node.range,
                "the template \(quotedJSON(shortened(path, to: 80))) cannot be read: \(error.reason)",
                help:
                    "correct \"\(name)\": a template is named by its path from the catalog's folder"
            )
            return nil
        }
    }
}
