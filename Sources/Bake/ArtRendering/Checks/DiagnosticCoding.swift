package import Diagnostics
package import FileStore

extension ByteWriter {
    /// Writes findings whole: their fixes, causes and consequences too.
    package mutating func put(findings: [Diagnostic]) { put(coded: findings) }
}

extension ByteReader {
    /// Reads findings.
    ///
    /// - Parameter check: returns the check with an id; nil when there is none.
    /// - Returns: what was written.
    /// - Throws: `Damage` when it was no list of findings of known checks that can be printed.
    package mutating func findings(
        _ check: (String) -> Check?
    ) throws(Damage) -> [Diagnostic] {
        var findings = try coded([Diagnostic].self)
        for index in findings.indices {
            guard let known = check(findings[index].id), findings[index].isPrintable else {
                throw Damage()
            }
            findings[index].check = known
        }
        return findings
    }
}

extension Diagnostic {
    /// Whether its numbers are such as checks report.
    fileprivate var isPrintable: Bool {
        let amounts = 0...1 << 40
        return amounts ~= others && amounts ~= consequences
            && (related + [location].compactMap(\.self)).allSatisfy(\.isPrintable)
    }
}

extension SourceLocation {
    fileprivate var isPrintable: Bool {
        let places = 1...Int(Int32.max)
        return position.map { places ~= $0.line && places ~= $0.column } ?? true
            && excerpt.map { places ~= $0.markLength && (0...Int(Int32.max)) ~= $0.markStart }
                ?? true
    }
}
