package import Diagnostics

extension Check {
    package static let requiredValue = Check("required-value")

    package static let namingTemplate = Check("naming-template", isFixed: true)
}

/// Finds missing art for required values of axes, while the art of things is processed.
///
/// Art with an axis is required for its required values, directly or by a fallback, in every
/// combination with the values of other axes. Art without the axis in its name does not count.
struct RequiredArt {
    struct Thing {
        /// In messages.
        var name: String
        /// Except for an image.
        var cell: Coverage.Cell?
        var image: NamedImage?
    }

    /// A thing without art for a required value.
    struct Gap {
        var thing: Thing
        var axis: String
        var value: String
        var combination: [String: String]
        var name: String?
    }

    private struct Value: Hashable {
        var axis: String
        var id: String
    }

    private let required: [Value]
    private let sparse: Set<String>
    /// Whether to keep all gaps, not only the reported ones.
    private let keepsAll: Bool
    /// The name of the thing whose art is processed.
    private var current = ""
    private var lacking: [Value: Gap] = [:]
    /// The current thing's values with art; with a file per animation, one suffices.
    private var had: Set<Value> = []
    private var axesOfThing: Set<String> = []
    /// Axes used by any art.
    private var drawnAxes: Set<String> = []
    /// The reported gaps so far, and their total number.
    private(set) var gaps: [Gap] = []
    private(set) var count = 0

    init(_ catalog: Catalog, keepsAll: Bool = false) {
        self.keepsAll = keepsAll
        let used = catalog.placeholders
        sparse = catalog.sparseAxes
        required = catalog.axes.filter { used.contains($0.name) }.flatMap { axis in
            axis.values.filter(\.isRequired).map { Value(axis: axis.name, id: $0.id) }
        }
    }

    var isEmpty: Bool { required.isEmpty }

    mutating func note(_ cell: Coverage.Cell, _ resolution: Resolution) {
        let whole =
            cell.item.map { "item \"\($0.id)\" on species \"\(cell.species.id)\"" }
            ?? "species \"\(cell.species.id)\""
        let part = cell.subject.parts.isEmpty ? "" : ", part \(cell.part + 1),"
        let thing = Thing(name: whole + part, cell: cell)
        note(thing, cell.combination, resolution, colored: cell.colored)
    }

    mutating func note(_ image: NamedImage, _ step: ArtWalk.Step) {
        let thing = Thing(name: "image \"\(image.id)\"", image: image)
        note(thing, step.split.combination, step.resolution, colored: step.split.colored)
    }

    private mutating func note(
        _ thing: Thing,
        _ combination: [String: String],
        _ resolution: Resolution,
        colored: [String: String]
    ) {
        if thing.name != current {
            finish()
            current = thing.name
        }
        let axes = (resolution.winning?.axes ?? [:]).merging(colored) { own, _ in own }
        axesOfThing.formUnion(axes.keys)
        for value in required where combination[value.axis] == value.id {
            if axes[value.axis] != nil {
                if thing.cell?.animation != nil { had.insert(value) }
            } else if lacking[value] == nil {
                lacking[value] = Gap(
                    thing: thing,
                    axis: value.axis,
                    value: value.id,
                    combination: combination,
                    name: resolution.nameToAdd(without: sparse.subtracting([value.axis]))
                )
            }
        }
    }

    mutating func finish() {
        for value in required {
            guard let gap = lacking[value], axesOfThing.contains(value.axis), !had.contains(value)
            else { continue }
            count += 1
            if keepsAll || gaps.count < DiagnosticList.limitOfKind { gaps.append(gap) }
        }
        drawnAxes.formUnion(axesOfThing)
        lacking = [:]
        had = []
        axesOfThing = []
        current = ""
    }

    /// The required values of unused axes.
    var withoutAny: [(axis: String, value: String)] {
        required.filter { !drawnAxes.contains($0.axis) }.map { ($0.axis, $0.id) }
    }
}

extension CoverageChecks {
    func requiredWithoutArt() -> [Diagnostic] {
        guard !required.isEmpty else { return [] }
        var found = DiagnosticList()
        for gap in required.gaps.prefix(DiagnosticList.limitOfKind) {
            let others = gap.combination.filter { $0.key != gap.axis }
            found.append(
                requiredValue(
                    gap.axis,
                    gap.value,
                    "\(gap.thing.name) has no art for \"\(gap.value)\" of axis \"\(gap.axis)\""
                        + axisText(others) + ", which is required",
                    file: gap.name
                )
                .following(Set(gap.combination.map { .id("fallback of axis \($0.key)", $0.value) }))
            )
        }
        found.append(.requiredValue, others: required.count - DiagnosticList.limitOfKind)
        // Things without any art are reported instead.
        guard missing.isEmpty, missingImages.isEmpty, !gaps.areFilled else {
            return found.diagnostics
        }
        for (axis, value) in required.withoutAny {
            let fact = "nothing is drawn by axis \"\(axis)\", whose value \"\(value)\" is required"
            found.append(requiredValue(axis, value, fact, file: nil))
        }
        return found.diagnostics
    }

    private func requiredValue(
        _ axis: String,
        _ value: String,
        _ fact: String,
        file: String?
    ) -> Diagnostic {
        let entry = catalog.axes.first { $0.name == axis }?.values.first { $0.id == value }
        return Diagnostic(
            .requiredValue,
            at: entry?.place["required"].location,
            message: fact,
            help: (file.map { "add \(newFile($0)), or " } ?? "add art for it, or ")
                + "give the value a \"fallback\" that has art"
        )
        .spoiling([.id("axis \(axis)", value)])
    }
}

extension Catalog {
    /// The axes whose values need no art.
    var sparseAxes: Set<String> { Set(axes.filter(\.isSparse).map(\.name)) }
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
