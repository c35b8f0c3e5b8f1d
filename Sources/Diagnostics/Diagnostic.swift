/// One finding about the input.
///
/// Rendered form: `path:line:column: error[id]: what, found X, expected Y`, then `help:` with the
/// next action. Texts are lower case without a period.
public struct Diagnostic: Hashable, Sendable, Codable, Error {
    public var check: Check
    /// The check's, unless the finding or the catalog overrides it.
    public var severity: Severity
    public var location: SourceLocation?
    /// What is wrong, with the facts.
    public var message: String
    /// The next action, if there is one.
    public var help: String?
    /// Other places related to the finding, such as the file with the same name.
    public var related: [SourceLocation]
    public var fix: Fix?
    /// The number of others of its kind that this one represents; 0 for an ordinary finding.
    public var others = 0
    /// What other findings that follow from this one are about.
    public var spoils: Set<Matter> = []
    /// What causes this one if another finding spoils it.
    public var follows: Set<Matter> = []
    /// The number of withheld findings that follow from this one.
    public var consequences = 0

    /// The maximum length of messages and helps in UTF-8 bytes; longer ones are shortened in the
    /// middle.
    public static let textLimit = 1024

    public init(
        _ check: Check,
        severity: Severity? = nil,
        at location: SourceLocation? = nil,
        message: String,
        help: String? = nil,
        related: [SourceLocation] = []
    ) {
        self.check = check
        self.severity = severity ?? check.severity
        self.location = location
        self.message = shortened(message, to: Self.textLimit)
        self.help = help.map { shortened($0, to: Self.textLimit) }
        self.related = related
    }

    /// A finding about a command's input, apart from any catalog; it has no id.
    ///
    /// `path` is the file that it is about.
    package init(
        _ severity: Severity,
        about path: String?,
        _ message: String,
        help: String? = nil
    ) {
        self.init(
            Check("", severity),
            at: path.map { SourceLocation(path: $0) },
            message: message,
            help: help
        )
    }

    /// Why a command changes nothing, and what to do first.
    package static func refusal(_ message: String, _ help: String) -> Diagnostic {
        Diagnostic(.error, about: nil, message, help: help)
    }

    package func mended(by fix: Fix?) -> Diagnostic {
        var diagnostic = self
        diagnostic.fix = fix
        return diagnostic
    }

    public var id: String { check.id }

    /// Such as `error[fringe]`; the severity alone without an id.
    var label: String { id.isEmpty ? severity.rawValue : "\(severity.rawValue)[\(id)]" }
}

/// Why a command does not run at all, whatever its input is like.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    private let finding: Diagnostic

    package init(_ message: String, help: String? = nil) {
        finding = Diagnostic(.error, about: nil, message, help: help)
    }

    package var description: String { finding.description }
}

extension Diagnostic: CustomStringConvertible {
    /// One line, and a second one for the help.
    public var description: String {
        var text = ""
        if let location {
            text = printable(location.description) + ": "
        }
        text += "\(label): \(printable(message))"
        if let help { text += "\n  help: \(printable(help))" }
        return text
    }
}

extension [Diagnostic] {
    public var hasErrors: Bool { contains { $0.severity == .error } }

    /// Those of their checks, each once, in order.
    var ids: [String] {
        map(\.id).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Indexes from the most severe finding to the mildest; of equal ones the first comes first.
    var indicesBySeverity: [Int] {
        indices.sorted { (self[$1].severity, $0) < (self[$0].severity, $1) }
    }
}
