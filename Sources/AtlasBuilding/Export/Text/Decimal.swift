import Diagnostics

/// A finite number as short decimal text: `3`, `0.5`, `-7.25`; never with an exponent.
///
/// Rounded to six digits after the point: descriptors have pixels and shares of pixels, and readers
/// are no more precise.
func decimal(_ value: Double) -> String {
    let limit = 1e12
    let bounded = min(max(value, -limit), limit)
    let millionths = Int((abs(bounded) * 1e6) + 0.5)
    let whole = millionths / 1_000_000
    let rest = millionths % 1_000_000
    let sign = bounded < 0 && millionths > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String(1_000_000 + rest).dropFirst()
    while digits.last == "0" { digits = digits.dropLast() }
    return "\(sign)\(whole).\(digits)"
}

extension JSONOutput {
    static func decimal(_ value: Double) -> JSONOutput { .digits(AtlasBuilding.decimal(value)) }
}
