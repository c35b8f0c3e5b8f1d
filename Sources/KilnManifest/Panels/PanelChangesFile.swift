/// What is next to a panel's file for firmware that does not read the manifest.
package struct PanelChangesFile: Hashable, Sendable, ManifestObject {
    /// Of the binary file, which is in the same folder.
    package var file = ""
    /// Of the panel, in pixels.
    package var width = 0
    /// Of the panel, in pixels.
    package var height = 0
    package var animations: [String: Manifest.PanelAnimation] = [:]

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

    package init() {}

    package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
        field("animations", &animations)
        field("file", &file)
        field("height", &height)
        field("width", &width)
    }

    package init(bytes: [UInt8]) throws {
        var json = JSONScanner(bytes)
        self = try PanelChangesFile(reading: &json)
        try json.finish()
    }
}
