#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What lies beside a panel's file for firmware that does not read the manifest.
package struct PanelChangesFile: Codable, Sendable {
    /// Of the binary file, which lies in the same folder.
    package var file: String
    /// Of the panel, in pixels.
    package var width: Int
    /// Of the panel, in pixels.
    package var height: Int
    package var animations: [String: Manifest.PanelAnimation]

    package init(
        file: String,
        width: Int,
        height: Int,
        animations: [String: Manifest.PanelAnimation]
    ) {
        self.file = file
        self.width = width
        self.height = height
        self.animations = animations
    }

    /// - Throws: what a decoder does when the bytes are something else.
    package init(bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(PanelChangesFile.self, from: Data(bytes))
    }

    /// As JSON: sorted members, indented, ending in a newline; the same bytes always.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}
