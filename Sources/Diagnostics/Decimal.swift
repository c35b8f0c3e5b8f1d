/// A number with a fixed number of digits after the point, rounded to nearest.
package func decimal(_ value: Double, _ digits: Int) -> String {
    var unit = 1
    for _ in 0..<digits { unit *= 10 }
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let scaled = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + "\(scaled)" }
    let fraction = String(scaled % unit)
    let padding = String(repeating: "0", count: digits - fraction.count)
    return sign + "\(scaled / unit).\(padding)\(fraction)"
}
