internal import Diagnostics
internal import Validation

extension Console {
    /// Prints findings for people.
    func print(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return }
        print(renderText(diagnostics, usesColor: isColored))
    }
}
