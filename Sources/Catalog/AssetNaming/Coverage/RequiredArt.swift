package import Diagnostics

extension Check {
    package static let requiredValue = Check("required-value")
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
