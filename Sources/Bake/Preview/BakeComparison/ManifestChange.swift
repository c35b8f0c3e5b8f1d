import Diagnostics
package import KilnManifest

/// What became of something.
package enum ChangeKind: String, Hashable, Sendable, CaseIterable, Encodable {
    case added
    case removed
    case changed
}

/// A named thing that is not the same in two manifests.
package struct ManifestChange: Hashable, Sendable, Encodable {
    package enum Section: String, Hashable, Sendable, Encodable {
        case catalog
        case axes
        case species
        case items
        case looks
        case targets
        case slots
        case images
        /// Of stored catalogs alone; of species, outfits and images: `dog/idle`.
        case animations
    }

    package var section: Section
    package var kind: ChangeKind
    package var id: String
    /// What is different, or what the thing is; a few words each.
    package var details: [String]
}

/// Compares what two manifests name: ids, and what is known about them but for pixels.
///
/// Where frames are on their pages does not matter, nor does the program's version.
///
/// - Returns: by section; within one what is new or changed, in the order of the new manifest, then
///   what is gone, in the order of the old one.
package func compareManifests(_ old: Manifest, _ new: Manifest) -> [ManifestChange] {
    var catalog: [String] = []
    catalog.note("name", old.name, new.name)
    catalog.note("canvas", old.canvas.text, new.canvas.text)
    catalog.note(extras: old.extras, new.extras)
    let whole = ManifestChange(section: .catalog, kind: .changed, id: "", details: catalog)
    return (catalog.isEmpty ? [] : [whole])
        + changes(.axes, old.axes, new.axes, id: \.name, facts: \.facts)
        + changes(.species, old.species, new.species, id: \.id, facts: \.facts)
        + changes(.items, old.items, new.items, id: \.id, facts: \.facts)
        + changes(.looks, old.looks, new.looks, id: \.id, facts: \.facts)
        + changes(.targets, old.targets, new.targets, id: \.id, facts: \.facts)
        + changes(.slots, old.slots ?? [], new.slots ?? [], id: \.id, facts: \.facts)
        + changes(.images, old.images ?? [], new.images ?? [], id: \.id, facts: \.facts)
}

/// What is said of a thing: when it comes or goes, and when it changes.
struct Facts<Value> {
    var outline: [String]
    var addDifferences: (_ new: Value, _ details: inout [String]) -> Void
}

private func changes<Value: Equatable>(
    _ section: ManifestChange.Section,
    _ old: [Value],
    _ new: [Value],
    id: (Value) -> String,
    facts: (Value) -> Facts<Value>
) -> [ManifestChange] {
    paired(old, new, by: id).compactMap { id, was, now in
        guard let was, let now else {
            let outline = (now ?? was).map { facts($0).outline } ?? []
            let kind: ChangeKind = was == nil ? .added : .removed
            return ManifestChange(section: section, kind: kind, id: id, details: outline)
        }
        guard was != now else { return nil }
        var details: [String] = []
        facts(was).addDifferences(now, &details)
        return details.isEmpty
            ? nil : ManifestChange(section: section, kind: .changed, id: id, details: details)
    }
}

/// Things of two manifests by their ids: those of the new one, then what is gone.
func paired<Value>(
    _ old: [Value],
    _ new: [Value],
    by id: (Value) -> String
) -> [(id: String, old: Value?, new: Value?)] {
    let before = Dictionary(old.map { (id($0), $0) }) { first, _ in first }
    let present = Set(new.map(id))
    return new.map { (id($0), before[id($0)], $0) }
        + old.filter { !present.contains(id($0)) }.map { (id($0), $0, nil) }
}

extension [String] {
    /// Tells of a member, unless it is the same.
    mutating func note(_ what: String, _ old: String, _ new: String) {
        if old != new { append("\(what) \(new) instead of \(old)") }
    }

    /// Tells which names came and went.
    mutating func note(_ what: String, _ old: [String], _ new: [String]) {
        let (before, after) = (Set(old), Set(new))
        for name in new where !before.contains(name) { append("\(what) \(name) is new") }
        for name in old where !after.contains(name) { append("\(what) \(name) is gone") }
    }
}

/// The members of an object that hold one value, as text by name; "none" where one is absent.
private struct PlainMembers: FieldVisitor {
    private(set) var texts: [(name: String, text: String)] = []

    init(of object: some ManifestObject) {
        var object = object
        object.fields(&self)
    }

    mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: inout Value) {
        if Value.kind.isPlain { texts.append(("\(name)", "\(value)")) }
    }

    mutating func callAsFunction<Value: FieldValue>(_ name: StaticString, _ value: inout Value?) {
        if Value.kind.isPlain { texts.append(("\(name)", value.map { "\($0)" } ?? "none")) }
    }
}

extension FieldKind {
    fileprivate var isPlain: Bool {
        switch self {
        case .boolean, .integer, .number, .string: true
        default: false
        }
    }
}

extension [String] {
    /// Tells of each member that holds one value, unless it is the same; not of `others`, which are
    /// described in other words.
    mutating func note<Object: ManifestObject>(
        membersOf old: Object,
        _ new: Object,
        except others: String...
    ) {
        for (was, now) in zip(PlainMembers(of: old).texts, PlainMembers(of: new).texts)
        where !others.contains(was.name) {
            note(was.name, was.text, now.text)
        }
    }
}

extension [String] {
    /// Tells which members of `extras` are not the same.
    mutating func note(
        extras old: [String: ManifestValue]?,
        _ new: [String: ManifestValue]?
    ) {
        let (old, new) = (old ?? [:], new ?? [:])
        note("extra", old.keys.sorted(), new.keys.sorted())
        for (name, value) in new.sorted(by: { $0.key < $1.key }) {
            guard let earlier = old[name], earlier != value else { continue }
            let texts = [value, earlier].map { shortened($0.description, to: 40) }
            append("extra \(name) \(texts[0]) instead of \(texts[1])")
        }
    }
}

extension Manifest.Canvas {
    fileprivate var text: String {
        let room = bleed.map { " with a bleed of \($0.top), \($0.right), \($0.bottom), \($0.left)" }
        return "\(width)x\(height)\(room ?? "")"
    }
}
