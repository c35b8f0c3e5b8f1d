package import Bake
package import Diagnostics

/// What a stored catalog has to learn, as `kiln diff --catalog --json` prints it.
package struct CatalogReport: Encodable {
    /// Something that must not happen to a game that is played already.
    struct Finding: Encodable {
        var id: String
        var severity: String
        var message: String
        var help: String?
    }

    var old: String
    var new: String
    package let isChanged: Bool
    package let changes: [CatalogChange]
    var findings: [Finding]

    /// - Parameters:
    ///   - old: the earlier bake, as it was named.
    ///   - new: the later one.
    ///   - changes: what has to be learned.
    ///   - findings: what players would miss, in report order.
    package init(
        old: String,
        new: String,
        _ changes: [CatalogChange],
        _ findings: [Diagnostic]
    ) {
        self.old = old
        self.new = new
        isChanged = !changes.isEmpty
        self.changes = changes
        self.findings = findings.map {
            Finding(
                id: $0.id,
                severity: $0.severity.rawValue,
                message: $0.message,
                help: $0.help
            )
        }
    }
}
