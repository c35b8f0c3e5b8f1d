import Catalog
import Diagnostics
import KilnManifest

extension Check {
    static let duplicateRaw = Check("duplicate-raw", isFixed: true)
    static let unevenRaw = Check("uneven-raw", .warning)
    static let axisRange = Check("axis-range", isFixed: true)
    static let rangeGap = Check("range-gap", .warning)
    static let ambiguousVariant = Check("ambiguous-variant", isFixed: true)
    static let paletteMismatch = Check("palette-mismatch", isFixed: true)
}

// References in axes.
extension CatalogChecks {
    func axes() -> [Diagnostic] {
        catalog.axes.flatMap { axis in
            references(of: axis) + rawValues(of: axis) + unevenRawValues(of: axis)
                + ranges(of: axis)
        }
    }

    private func references(of axis: Axis) -> [Diagnostic] {
        let ids = axis.ids
        var named: [(id: String, place: CatalogPlace)] = []
        if let standard = axis.standard { named.append((standard, axis.place["default"])) }
        if let unknown = axis.unknown { named.append((unknown, axis.place["unknown"])) }
        for value in axis.values {
            for (index, id) in value.fallback.enumerated() {
                named.append((id, value.place["fallback"][index]))
            }
        }
        return named.filter { !ids.contains($0.id) }.map { id, place in
            unknown("value of axis \"\(axis.name)\"", id, at: place.location, known: ids)
                .spoiling(
                    Set(
                        axis.values.filter { $0.fallback.contains(id) }
                            .map { .id("fallback of axis \(axis.name)", $0.id) }
                    )
                )
        }
    }

    /// Ranges must ascend without overlap.
    private func ranges(of axis: Axis) -> [Diagnostic] {
        var earlier: (value: AxisValue, range: AxisRange)?
        // Several without one are meant to be.
        let ranges = Matter.id("ranges", axis.name)
        let lacksOne = axis.values.count > 1 && axis.values.count { $0.range == nil } == 1
        return axis.values.compactMap { value -> Diagnostic? in
            guard let range = value.range else {
                guard lacksOne, value.raw == nil,
                    ![axis.unknown, axis.defaultValue].contains(value.id)
                else { return nil }
                return Diagnostic(
                    .rangeGap,
                    at: value.place.location,
                    message: "no number stands for \"\(value.id)\" of axis "
                        + "\"\(axis.name)\", while all other values have a range",
                    help: "give it a \"range\", or make it the axis's \"unknown\""
                )
                .spoiling([ranges]).following([.naming])
            }
            let place = value.place["range"].location
            guard range.lower < range.upper else {
                return Diagnostic(
                    .axisRange,
                    at: place,
                    message: "the range of \"\(value.id)\" of axis \"\(axis.name)\" holds no "
                        + "number, found \(range)",
                    help: "say where it begins, and then the greater number where it ends"
                )
                .spoiling([ranges])
            }
            defer {
                if range.upper > earlier?.range.upper ?? -.infinity { earlier = (value, range) }
            }
            guard let (before, other) = earlier, range.lower != other.upper else { return nil }
            let isOverlap = range.lower < other.upper
            let found = Diagnostic(
                isOverlap ? .axisRange : .rangeGap,
                at: place,
                message: isOverlap
                    ? "the range of \"\(value.id)\" of axis \"\(axis.name)\" begins "
                        + "before that of \"\(before.id)\" ends, found \(range) after \(other)"
                    : "no value of axis \"\(axis.name)\" stands for numbers between "
                        + "\"\(before.id)\" and \"\(value.id)\", found \(other) and \(range)",
                help: isOverlap
                    ? "list values in the order of their ranges, and let none overlap"
                    : "let one range begin where the one before it ends: an end belongs "
                        + "to the next range",
                related: before.place["range"].location.map { [$0] } ?? []
            )
            // Next to a wrong range there may be gaps.
            return isOverlap ? found.spoiling([ranges]) : found.following([ranges, .naming])
        }
    }

    private func rawValues(of axis: Axis) -> [Diagnostic] {
        var first: [Manifest.RawValue: AxisValue] = [:]
        return axis.values.compactMap { value in
            guard let raw = value.raw else { return nil }
            guard let earlier = first[raw] else {
                first[raw] = value
                return nil
            }
            return Diagnostic(
                .duplicateRaw,
                at: value.place["raw"].location,
                message:
                    "the raw value \(raw) of axis \"\(axis.name)\" stands for \"\(earlier.id)\" "
                    + "and \"\(value.id)\"",
                help: "give each value one of its own",
                related: earlier.place["raw"].location.map { [$0] } ?? []
            )
        }
    }

    /// Games decode raw values of one kind, and Swift code is generated with the ids where there are
    /// others.
    private func unevenRawValues(of axis: Axis) -> [Diagnostic] {
        let raws = axis.values.compactMap(\.raw)
        let numbers = raws.count(where: \.isNumber)
        // Several without one are meant to be.
        let lacksOne = raws.count > 1 && raws.count == axis.values.count - 1
        return axis.values.compactMap { value in
            guard let raw = value.raw else {
                guard lacksOne, value.range == nil,
                    ![axis.unknown, axis.defaultValue].contains(value.id)
                else { return nil }
                return Diagnostic(
                    .unevenRaw,
                    at: value.place.location,
                    message: "\"\(value.id)\" of axis \"\(axis.name)\" has no raw value, while all "
                        + "other values have one",
                    help: "give it a \"raw\", or make it the axis's \"unknown\""
                )
            }
            guard raw.isNumber != (numbers * 2 >= raws.count) else { return nil }
            return Diagnostic(
                .unevenRaw,
                at: value.place["raw"].location,
                message: "the raw value \(raw) of axis \"\(axis.name)\" is "
                    + (raw.isNumber
                        ? "a number, others are texts" : "a text, others are numbers"),
                help: raw.isNumber ? "put it in quotes" : "write a number, without quotes"
            )
        }
    }

    // MARK: - References of colorings to palettes and axis values.

    func colors() -> [Diagnostic] {
        catalog.authoredColorings.flatMap { authored -> [Diagnostic] in
            guard let recolor = authored.coloring.recolor,
                case .palettes(let from, let to) = recolor.colors
            else { return [] }
            return palettes(from, to, at: authored.place["recolor"])
        } + catalog.authoredVariants.flatMap { variants($0.variants, of: $0.thing) }
    }

    private func palettes(_ from: String, _ to: String, at place: CatalogPlace) -> [Diagnostic] {
        let known = catalog.palettes.map(\.name)
        let missing = [(from, "from"), (to, "to")].filter { !known.contains($0.0) }
        guard missing.isEmpty, let first = catalog.palette(from), let second = catalog.palette(to)
        else {
            return missing.map { unknown("palette", $0.0, at: place[$0.1].location, known: known) }
        }
        // Images without colors are reported separately.
        guard !first.colors.isEmpty, !second.colors.isEmpty else { return [] }
        let fact: String
        let help: String
        if let roles = first.roles, let others = second.roles {
            let lacking = roles.filter { !others.contains($0) }
            guard !lacking.isEmpty else { return [] }
            fact = "lacks " + quoted(lacking)
            help = "give palette \"\(to)\" a color for each role of \"\(from)\""
        } else {
            guard first.colors.count != second.colors.count else { return [] }
            fact = "found \(counted(second.colors.count, "color")), expected \(first.colors.count)"
            help =
                "palettes without roles for both are matched in order: "
                + "give them as many colors"
        }
        return [
            Diagnostic(
                .paletteMismatch,
                at: place["to"].location,
                message: "palette \"\(to)\" does not fit palette \"\(from)\", \(fact)",
                help: help
            )
        ]
    }

    private func variants(_ variants: [ColorVariant], of thing: String) -> [Diagnostic] {
        var first: [String: String] = [:]
        return variants.compactMap { variant -> Diagnostic? in
            let meanings = catalog.meanings(ofVariant: variant.key)
            guard let meaning = meanings.first else { return unknownValue(variant) }
            if meanings.count > 1 {
                let keys = meanings.map { "\"\($0.axis)=\($0.value)\"" }
                return Diagnostic(
                    .ambiguousVariant,
                    at: variant.place.nameLocation,
                    message: "the variant \"\(variant.key)\" of \(thing) may mean "
                        + keys.joined(separator: " or "),
                    help: "say the axis: write \(keys[0])"
                )
                .following([.naming])
            }
            let value = "\(meaning.axis)=\(meaning.value)"
            guard let earlier = first[value] else {
                first[value] = variant.key
                return nil
            }
            return Diagnostic(
                .ambiguousVariant,
                at: variant.place.nameLocation,
                message: "the variants \"\(earlier)\" and \"\(variant.key)\" of \(thing) mean the "
                    + "same value",
                help: "keep one of them"
            )
        }
    }

    private func unknownValue(_ variant: ColorVariant) -> Diagnostic {
        let known = catalog.axes.flatMap { axis in
            variant.key.contains("=") ? axis.ids.map { "\(axis.name)=\($0)" } : axis.ids
        }
        return unknown("axis value", variant.key, at: variant.place.nameLocation, known: known)
    }
}

extension Manifest.RawValue {
    var isNumber: Bool { if case .integer = self { true } else { false } }
}
