/// One finding about the input.
///
/// Grammar of the rendered form: `path:line:column: error[id]: what, found X, expected Y`, then
/// `help:` with the next action. Texts are lower case without a full stop.
public struct Diagnostic: Hashable, Sendable, Error {
    /// Stable, kebab-case; documented in Documentation/diagnostics.md.
    public var id: String
    public var severity: Severity
    public var location: SourceLocation?
    /// What is wrong, with the facts.
    public var message: String
    /// The next action, when there is one to suggest.
    public var help: String?
    /// Other places that belong to the finding, such as the file that has the same name.
    public var related: [SourceLocation]

    public init(
        id: String,
        severity: Severity = .error,
        at location: SourceLocation? = nil,
        message: String,
        help: String? = nil,
        related: [SourceLocation] = []
    ) {
        self.id = id
        self.severity = severity
        self.location = location
        self.message = message
        self.help = help
        self.related = related
    }
}

extension Diagnostic: CustomStringConvertible {
    /// One line, and a second one for the help.
    public var description: String {
        var text = ""
        if let location {
            text = printable(location.path)
            if let position = location.position { text += ":\(position.line):\(position.column)" }
            text += ": "
        }
        text += "\(severity.rawValue)[\(id)]: \(printable(message))"
        if let help { text += "\n  help: \(printable(help))" }
        return text
    }
}

extension [Diagnostic] {
    /// Sorted by path, then place, then id, then message, so that output does not depend on the
    /// order in which checks ran.
    public func inReportOrder() -> [Diagnostic] {
        sorted { left, right in
            let leftPath = left.location?.path ?? ""
            let rightPath = right.location?.path ?? ""
            if leftPath != rightPath { return leftPath < rightPath }
            let start = SourceLocation.Position(line: 0, column: 0)
            let leftPlace = left.location?.position ?? start
            let rightPlace = right.location?.position ?? start
            if leftPlace != rightPlace { return leftPlace < rightPlace }
            return (left.id, left.message) < (right.id, right.message)
        }
    }

    public var hasErrors: Bool { contains { $0.severity == .error } }
}
