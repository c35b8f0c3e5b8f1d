import Diagnostics

// Results: what commands did, told.
//
// In: what other modules give back for a bake, a comparison, keyed pictures, a packed folder, an atlas or
// a resolved item. Out: lines for people, and values that encode to the JSON of `--json`. Nothing is
// printed here; whoever prints writes out what would steer a terminal.

/// What becomes of outputs of earlier runs.
package func staleLines(_ paths: [String], removing: String = "removed") -> [String] {
    paths.map { "\(removing) \($0), which is no output any more" }
}

func percent(_ share: Double) -> String { decimal(share * 100, 1) + " %" }

/// "1.5 MB"; powers of a thousand.
package func bytesText(_ count: Int) -> String {
    if count < 1000 { return counted(count, "byte") }
    if count < 1_000_000 { return "\(decimal(Double(count) / 1000, 1)) kB" }
    return "\(decimal(Double(count) / 1_000_000, 1)) MB"
}
