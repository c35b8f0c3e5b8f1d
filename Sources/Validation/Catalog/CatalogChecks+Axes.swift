internal import Catalog
package import Diagnostics

extension Check {
    package static let duplicateRaw = Check(
        "duplicate-raw",
        "two values of an axis have one raw value",
        isFixed: true
    )
}

// Axes: what their members refer to.
extension CatalogChecks {
    func axes() -> [Diagnostic] {
        catalog.axes.flatMap { axis in
            references(of: axis) + rawValues(of: axis)
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
            unknown("value of axis \"\(axis.name)\"", id, at: place, known: ids)
        }
    }

    private func rawValues(of axis: Axis) -> [Diagnostic] {
        var first: [RawValue: AxisValue] = [:]
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
}
