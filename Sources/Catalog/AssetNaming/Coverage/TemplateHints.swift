package import Diagnostics

extension Check {
    package static let namingTemplate = Check("naming-template", isFixed: true)
}

// Templates that name no file, although unused files show what was meant.
extension CoverageChecks {
    /// One finding for each template that is misspelled rather than its files.
    func misspelledTemplates() -> [Diagnostic] {
        guard !gaps.areFilled, !unused.isEmpty else { return [] }
        let images = missingImages.map { catalog.images[$0.place] }
        let naming = catalog.naming
        let templates =
            missing.flatMap { $0.resolution.attempts.map(\.template) }
            + (images.isEmpty ? [] : naming.image)
        // An item may be worn in the other way.
        let known = Set((naming.base + naming.overlay).map(\.text))
        let values = valuesOfMissing(images)
        typealias Misspelled = (template: String, meant: String, finding: Diagnostic)
        let all = templates.filter { !$0.place.isNone && !winningTemplates.contains($0.text) }
            .uniqued(by: \.text).compactMap { template -> Misspelled? in
                var files: [String: [Asset]] = [:]
                // A misspelled template has few files; comparing very many takes too long.
                for asset in unused.prefix(1000) {
                    let meant = asset.template(of: template.placeholders, values)
                    if let meant, !known.contains(meant) { files[meant, default: []].append(asset) }
                }
                // A single file may be misspelled itself.
                guard let most = files.values.map(\.count).max(), most > 1 else { return nil }
                let likely = files.keys.filter { files[$0]?.count == most }.sorted()
                guard let meant = nearestMatch(to: template.text, in: likely) ?? likely.first,
                    let files = files[meant]
                else { return nil }
                let isFolder =
                    template.text.hasSlash && !meant.hasSlash && catalog.sources.pathNamed.isEmpty
                let finding = Diagnostic(
                    .namingTemplate,
                    at: template.place.location,
                    message: "the template \"\(template.text)\" names no file, "
                        + "found \"\(files[0].name)\" and \(counted(files.count - 1, "other"))",
                    help: (isFolder ? "folders are no part of a name: " : "")
                        + "write \"\(meant)\"",
                    related: files.prefix(3).map { SourceLocation(path: $0.files[0].path) }
                )
                .spoiling([.naming])
                return (template.text, meant, finding)
            }
        // Of several templates the one that is most like it.
        return all.filter { one in
            let rivals = all.filter { $0.meant == one.meant }.map(\.template)
            return one.template == nearestMatch(to: one.meant, in: rivals) ?? rivals.first
        }
        .map(\.finding)
    }

    /// What placeholders stand for in names of missing art, the longest first.
    private func valuesOfMissing(_ images: [NamedImage]) -> [String: [String]] {
        let assets =
            missing.compactMap { missing in
                missing.cell.item.map { $0.parts.layer(missing.cell.part)?.asset ?? $0.asset }
            } + images.map(\.asset)
        var values = [
            "species": missing.flatMap(\.species), "asset": assets,
            NameResolver.animationPlaceholder: catalog.animations,
        ]
        for axis in catalog.axes { values[axis.name] = axis.ids }
        return values.mapValues { values in
            Set(values.prefix(400)).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        }
    }
}

extension Asset {
    /// The template that makes the asset's name of values; nil if one is not in it.
    fileprivate func template(of placeholders: [String], _ values: [String: [String]]) -> String? {
        var parts: [NamingTemplate.Part] = [.text(name)]
        func isLetter(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber } ?? false
        }
        for placeholder in placeholders {
            let place = (values[placeholder] ?? []).lazy.compactMap { value in
                parts.indices.lazy.compactMap { index -> (Int, Range<String.Index>, String)? in
                    guard case .text(let text) = parts[index] else { return nil }
                    return text.ranges(of: value).first { range in
                        !isLetter(text[..<range.lowerBound].last)
                            && !isLetter(text[range.upperBound...].first)
                    }.map { (index, $0, text) }
                }.first
            }.first
            guard let (index, range, text) = place else { return nil }
            parts[index...index] = [
                .text(String(text[..<range.lowerBound])), .placeholder(placeholder),
                .text(String(text[range.upperBound...])),
            ]
        }
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .placeholder(let name): "<\(name)>"
            }
        }.joined()
    }
}
