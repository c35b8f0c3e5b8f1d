import Diagnostics

/// Why a name of plain characters is invalid for a file or a folder on some system; nil if it is
/// valid.
///
/// Windows reserves the names of devices, in any case and with any extension, and drops dots and
/// spaces at the end of names (Microsoft, Naming Files, Paths, and Namespaces).
public func troubleOfFileName(_ name: String) -> String? {
    if name.lowercased() == "manifest.json" { return "a bake's manifest has that name" }
    if let last = name.last, last == "." || last == " " {
        return "some systems drop \(last == "." ? "a dot" : "a blank") at the end of a name"
    }
    let stem = name.prefix { $0 != "." }.lowercased()
    let trimmed = stem.reversed().drop { $0 == " " }.reversed()
    return isDevice(String(trimmed)) ? "Windows has a device of that name" : nil
}

/// Whether Windows has a device of that name, given in lower case and without an extension.
private func isDevice(_ name: String) -> Bool {
    if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(name) { return true }
    guard name.hasPrefix("com") || name.hasPrefix("lpt") else { return false }
    let number = name.dropFirst(3)
    return number.count == 1 && "0123456789\u{b9}\u{b2}\u{b3}".contains(number)
}

/// What makes an id unsafe in file names; nil for a safe one.
package func troubleOfIdentifier(_ id: String) -> String? {
    if id.isEmpty { return "nothing" }
    if let first = id.unicodeScalars.first(where: { !isIdentifierScalar($0) }) {
        return "the character \(quotedJSON(String(first)))"
    }
    if id.hasPrefix(".") || id.hasPrefix("-") {
        return "\"\(id.prefix(1))\" at its beginning"
    }
    return id.utf8.count > 64 ? "\(id.utf8.count) characters" : nil
}

package func isIdentifierScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-": true
    default: false
    }
}
