#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Manifest {
    /// Reads a manifest.
    ///
    /// Members that this version does not know are ignored, so that a newer Kiln may add some.
    ///
    /// - Throws: `ManifestError` `.notAManifest`, `.newerVersion` or `.inconsistent`.
    public init(json: Data) throws(ManifestError) {
        struct Heading: Decodable {
            var format: String
            var version: Int
        }
        guard let heading = try? JSONDecoder().decode(Heading.self, from: json),
            heading.format == Manifest.formatName
        else { throw ManifestError(.notAManifest, "this is not a Kiln manifest") }
        guard heading.version <= Manifest.currentVersion else {
            throw ManifestError(
                .newerVersion,
                "the manifest has version \(heading.version); "
                    + "this reader knows up to \(Manifest.currentVersion)"
            )
        }
        do {
            self = try JSONDecoder().decode(Manifest.self, from: json)
        } catch {
            throw ManifestError(.notAManifest, "the manifest cannot be read: \(error)")
        }
        try checkConsistency()
    }

    /// Reads a manifest from bytes; see `init(json:)`.
    package init(bytes: [UInt8]) throws(ManifestError) {
        try self.init(json: Data(bytes))
    }

    /// The manifest as JSON: sorted members, indented, ending in a newline; the same bytes always.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var data = try encoder.encode(self)
        data.append(UInt8(ascii: "\n"))
        return data
    }
}
