extension Diagnostic {
    /// Identifies the finding in this run and in later ones: its check, its file, and its message
    /// without numbers.
    ///
    /// Moved lines and changed numbers do not matter. Quoted names keep their numbers.
    func identity(_ paths: ReportPaths) -> FindingIdentity {
        FindingIdentity(
            id: id,
            path: location.map { paths.fromRoot($0.path) ?? paths.absolute($0.path) } ?? "",
            message: withoutNumbers(message)
        )
    }
}

struct FindingIdentity: Hashable, Sendable {
    var id: String
    var path: String
    var message: String
}

extension FindingIdentity: Comparable {
    static func < (left: FindingIdentity, right: FindingIdentity) -> Bool {
        (left.path, left.id, left.message) < (right.path, right.id, right.message)
    }
}

/// Computes fingerprints of a run's findings; equal ones are numbered.
struct Fingerprints {
    private let paths: ReportPaths
    private var occurrences: [FindingIdentity: Int] = [:]

    init(_ paths: ReportPaths) { self.paths = paths }

    mutating func next(for diagnostic: Diagnostic) -> String {
        let identity = diagnostic.identity(paths)
        let number = occurrences[identity, default: 0]
        occurrences[identity] = number + 1
        return fingerprint(
            [identity.id, identity.path, identity.message, "\(number)"].joined(separator: "\0")
        )
    }
}

/// Replaces every number outside of double quotes by `#`.
func withoutNumbers(_ text: String) -> String {
    var result = ""
    var isQuoted = false
    var digits = false
    for scalar in text.unicodeScalars {
        let isDigit = ("0"..."9").contains(scalar)
        if scalar == "\"" { isQuoted.toggle() }
        if isQuoted || !isDigit && !(digits && scalar == ".") {
            digits = false
            result.unicodeScalars.append(scalar)
        } else if !digits {
            digits = true
            result += "#"
        }
    }
    return result
}

/// FNV-1a, 64 bits, in hexadecimal: sufficiently unique, and deterministic.
private func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hexadecimal(hash, digits: 16)
}
