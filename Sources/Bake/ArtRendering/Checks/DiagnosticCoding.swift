package import Diagnostics
package import FileStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Findings whole, with their fixes, causes and consequences; equal ones give equal bytes.
package struct StoredFindings: ByteCoded, Sendable {
    package var all: [Diagnostic]

    package init(all: [Diagnostic]) { self.all = all }

    package func put(to out: inout ByteWriter) {
        guard !all.isEmpty else { return out.put([UInt8]()) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            out.put([UInt8](try encoder.encode(all.map(StoredFinding.init))))
        } catch {
            preconditionFailure("findings cannot be encoded: \(error)")
        }
    }

    /// Throws `Damage` unless they are findings of known checks that can be printed.
    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        let content = try reader.content()
        all = []
        if content.isEmpty { return }
        guard let stored = try? JSONDecoder().decode([StoredFinding].self, from: Data(content))
        else { throw ByteReader.Damage() }
        for var finding in stored.map(\.whole) {
            guard let known = Check.named(finding.id), finding.isPrintable else {
                throw ByteReader.Damage()
            }
            finding.check = known
            all.append(finding)
        }
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
