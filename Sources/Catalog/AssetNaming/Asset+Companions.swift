import Diagnostics

extension [Asset] {
    /// Joins assets with those that show the same figure over other screens (`names`), and removes
    /// the latter; returns missing ones.
    mutating func join(also names: (String) -> [String]) -> [Diagnostic] {
        let wanted = map { names($0.name).filter { !$0.isEmpty } }
        guard wanted.contains(where: { !$0.isEmpty }) else { return [] }
        let places = Dictionary(indices.map { (self[$0].name, $0) }) { first, _ in first }
        // A companion is no separate figure, though a general rule may match it too.
        let taken = Set(
            indices.flatMap { place in
                wanted[place].compactMap { places[$0] }.filter { $0 != place }
            }
        )
        var found: [Diagnostic] = []
        for place in indices where !taken.contains(place) {
            var files = self[place].files
            for name in wanted[place] where name != self[place].name {
                let others = places[name].map { self[$0].files } ?? []
                for index in files.indices {
                    let file = files[index]
                    let other = others.first { $0.density == file.density }
                    if let other, other.following.count == file.following.count {
                        files[index].also.append(other)
                    } else {
                        found.append(.alsoMissing(name, of: self[place].name, file, other, self))
                    }
                }
            }
            self[place].files = files
        }
        self = indices.filter { !taken.contains($0) }.map { self[$0] }
        return found
    }
}

extension Diagnostic {
    /// An image over another screen is missing, or has another number of frames.
    fileprivate static func alsoMissing(
        _ name: String,
        of asset: String,
        _ file: Asset.File,
        _ other: Asset.File?,
        _ all: [Asset]
    ) -> Diagnostic {
        let here = SourceLocation(path: file.path)
        if let other {
            return Diagnostic(
                .alsoMissing,
                at: here,
                message: "\"\(name)\" shows \"\(asset)\" over another screen in another number of "
                    + "files, found \(other.following.count + 1), expected "
                    + "\(file.following.count + 1)",
                help: "export each frame over each screen",
                related: [SourceLocation(path: other.path)]
            )
        }
        let known = all.first { $0.name == name }
        let near = known == nil ? nearestMatch(to: name, in: all.map(\.name)) : nil
        let remedy = "add the picture, or correct \"also\" under \"sheets\""
        return Diagnostic(
            .alsoMissing,
            at: here,
            message: "\"\(name)\", which is to show \"\(asset)\" over another screen, is missing"
                + (known == nil ? "" : " at density \(file.density)"),
            help: near.map { "did you mean \"\($0)\"? else " + remedy } ?? remedy
        )
    }
}
