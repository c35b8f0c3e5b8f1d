/// One finding about the input.
///
/// Grammar of the rendered form: `path:line:column: error[id]: what, found X, expected Y`, then
/// `help:` with the next action. Texts are lower case without a full stop.
public struct Diagnostic: Hashable, Sendable, Codable, Error {
    /// The kind of finding.
    public var check: Check
    /// The check's, unless the finding or the catalog says otherwise.
    public var severity: Severity
    public var location: SourceLocation?
    /// What is wrong, with the facts.
    public var message: String
    /// The next action, when there is one to suggest.
    public var help: String?
    /// Other places that belong to the finding, such as the file that has the same name.
    public var related: [SourceLocation]
    /// What mends it, where there is no doubt.
    public var fix: Fix?
    /// How many others of its kind this one stands for, which are told by their number alone; 0 for
    /// a finding of its own.
    public var others = 0
    /// What findings may be about that follow from this one.
    public var spoils: Set<Matter> = []
    /// What brings this one about once another finding spoils it.
    public var follows: Set<Matter> = []
    /// How many findings followed from this one and were withheld.
    public var consequences = 0

    /// No message and no help is longer, in UTF-8 bytes: a long one is shortened in its middle.
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

    /// A finding about what a command was given, apart from any catalog: it has no id.
    ///
    /// - Parameters:
    ///   - severity: how grave it is.
    ///   - path: the file that it is about; nil where it is about none.
    ///   - message: what is wrong, with the facts.
    ///   - help: the next action, when there is one to suggest.
    package init(
        _ severity: Severity,
        about path: String?,
        _ message: String,
        help: String? = nil
    ) {
        self.init(
            Check("", severity, ""),
            at: path.map { SourceLocation(path: $0) },
            message: message,
            help: help
        )
    }

    /// The same with a fix.
    package func mended(by fix: Fix?) -> Diagnostic {
        var diagnostic = self
        diagnostic.fix = fix
        return diagnostic
    }

    /// The check's.
    public var id: String { check.id }

    /// Such as `error[fringe]`; the severity alone where there is no id.
    var label: String { id.isEmpty ? severity.rawValue : "\(severity.rawValue)[\(id)]" }
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
}
