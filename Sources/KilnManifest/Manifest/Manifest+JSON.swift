#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Manifest {
    /// Reads a manifest.
    ///
    /// Members that this version does not know are ignored, so that a newer Kiln may add some. The
    /// text is JSON in UTF-8, as Kiln writes it; `Manifest` is `Codable` too, and `JSONDecoder`
    /// gives the same value several times slower, without checking that it holds together.
    ///
    /// - Parameter json: what `manifest.json` holds.
    /// - Throws: `ManifestError` `.notAManifest`, `.newerVersion`, `.damaged` or `.inconsistent`;
    ///   the message names the place and what to do.
    public init(json: Data) throws(ManifestError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + 1)
        bytes.append(contentsOf: json)
        try self.init(bytes: bytes)
    }

    /// Reads a manifest from bytes; see `init(json:)`.
    package init(bytes: consuming [UInt8]) throws(ManifestError) {
        var json = JSONScanner(bytes)
        do throws(JSONFault) {
            self = try Manifest(reading: &json)
            try json.finish()
        } catch {
            throw error.manifestError(json.bytes)
        }
        if let problem = ManifestHeading(of: self).problem { throw problem }
        try checkConsistency()
    }

    /// The manifest as JSON: sorted members, indented, ending in a newline; the same bytes always.
    public func json() throws -> Data { Data(try jsonBytes()) }
}
