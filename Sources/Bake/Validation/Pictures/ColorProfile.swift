package import Diagnostics

extension Check {
    package static let colorProfile = Check(
        "color-profile",
        .warning,
        "what a picture says of its colors cannot be honored"
    )
}

extension Diagnostic {
    /// An image whose color profile cannot be read was assumed to be sRGB.
    package static func colorProfile(of path: String, reason: String) -> Diagnostic {
        Diagnostic(
            .colorProfile,
            at: SourceLocation(path: path),
            message: "the picture's colors were taken for sRGB, found \(reason)",
            help: "convert it to sRGB where it was painted, and export it again"
        )
    }
}
