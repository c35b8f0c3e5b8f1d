import Diagnostics
import SheetSlicing

extension IslandSettings {
    static var members: Members<IslandSettings> {
        Members("islands", "a search for figures") {
            Member("count", \.count, .figures).about("How many figures there have to be.")
            Member("rows", \.rows, .figures).about("In how many rows they stand.")
            Member("columns", \.columns, .figures)
                .about("How many stand in each row, in the last one at most.")
            Member("smallest", \.smallest, .integer(1...268_435_456))
                .about(
                    "Parts of fewer source pixels are debris, which is dropped and told; "
                        + "by the figures' size unless said."
                )
        }
    }

    /// Of an automatic cut.
    fileprivate static var automaticMembers: Members<IslandSettings> {
        Members("auto", "an automatic cut") {
            Member("count", \.count, .figures).about("How many figures there have to be.")
            Member("rows", \.rows, .figures).about("In how many rows they stand.")
        }
    }
}

extension Shape<Int> {
    fileprivate static let figures = integer(1...1024)
}

extension Shape<IslandSettings> {
    static let islands = IslandSettings.members.object(IslandSettings())

    /// `true`, or what is known of the figures.
    static let automatic = IslandSettings.automaticMembers.object(IslandSettings())
        .or(
            Shape(schema: .plain([("const", true)])) { node, name, reader in
                if case .bool(true) = node.value { return IslandSettings() }
                reader.reportWrongType(node, name, expected: "true or an object")
                return nil
            }
        ) { node in node.kind != "an object" }
}
