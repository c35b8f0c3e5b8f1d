package import Diagnostics
package import FileStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ByteWriter {
    /// Writes findings whole, with their fixes, causes and consequences; equal ones give equal
    /// bytes.
    package mutating func put(findings: [Diagnostic]) {
        guard !findings.isEmpty else { return put([UInt8]()) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            put([UInt8](try encoder.encode(findings.map(StoredFinding.init))))
        } catch {
            preconditionFailure("findings cannot be encoded: \(error)")
        }
    }
}

extension ByteReader {
    /// Reads findings; `check` returns the check with an id, or nil.
    ///
    /// Throws `Damage` unless they are findings of known checks that can be printed.
    package mutating func findings(
        _ check: (String) -> Check?
    ) throws(Damage) -> [Diagnostic] {
        let content = try content()
        if content.isEmpty { return [] }
        let stored = try? JSONDecoder().decode([StoredFinding].self, from: Data(content))
        guard var findings = stored?.map(\.whole) else { throw Damage() }
        for index in findings.indices {
            guard let known = check(findings[index].id), findings[index].isPrintable else {
                throw Damage()
            }
            findings[index].check = known
        }
        return findings
    }
}

/// A finding without its sets, whose order differs from run to run.
private struct StoredFinding: Codable {
    var finding: Diagnostic
    var spoils: [Matter]
    var follows: [Matter]

    init(_ finding: Diagnostic) {
        self.finding = finding
        (spoils, follows) = (finding.spoils.sorted(), finding.follows.sorted())
        (self.finding.spoils, self.finding.follows) = ([], [])
    }

    var whole: Diagnostic { finding.spoiling(Set(spoils)).following(Set(follows)) }
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
