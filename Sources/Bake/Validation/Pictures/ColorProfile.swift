package import Diagnostics

extension Check {
    package static let colorProfile = Check(
        "color-profile",
        .warning,
        "a picture's color profile cannot be used"
    )
}

extension Diagnostic {
    /// An image whose color profile cannot be read was assumed to be sRGB.
    package static func colorProfile(of path: String, reason: String) -> Diagnostic {
        Diagnostic(
            .colorProfile,
            at: SourceLocation(path: path),
            message: "the picture's colors were treated as sRGB, found \(reason)",
            help: "convert it to sRGB where it was painted, and export it again"
        )
    }
}
