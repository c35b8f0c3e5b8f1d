import Diagnostics

/// Text between two tags or inside of a quoted attribute (XML 1.0, section 2.4).
func xmlEscaped(_ text: String) -> String {
    markupEscaped(text) { $0 == "'" ? "&apos;" : nil }
}
