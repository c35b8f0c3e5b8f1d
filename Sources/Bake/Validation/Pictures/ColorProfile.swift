package import Diagnostics

extension Check {
    package static let colorProfile = Check(
        "color-profile",
        .warning,
        "what a picture says of its colors cannot be honored"
    )
}

extension Diagnostic {
    /// A picture's numbers were taken for sRGB, though it says something else that cannot be read.
    ///
    /// - Returns: the finding.
    package static func colorProfile(of path: String, reason: String) -> Diagnostic {
        Diagnostic(
            .colorProfile,
            at: SourceLocation(path: path),
            message: "the picture's colors were taken for sRGB, found \(reason)",
            help: "convert it to sRGB where it was painted, and export it again"
        )
    }
}
