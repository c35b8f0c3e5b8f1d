package import Diagnostics
package import KilnManifest

/// Everything that the gallery page shows; `html()` makes the page.
///
/// Pictures are files as `encodePNG` writes them: the page reads them itself, exactly, and knows
/// neither interlacing nor 16-bit samples.
package struct Gallery: Sendable {
    /// How a species, or an item on one, found its art: a cell of the coverage matrix.
    package struct Coverage: Hashable, Sendable, Encodable {
        package var species: String
        /// Nil for the undressed pet.
        package var item: String?
        package var axes: [String: String]
        /// Nil when nothing was found.
        package var asset: String?
        /// Which of the names won, counted from 0; nil when nothing was found.
        package var level: Int?
        package var template: String?

        package init(
            species: String,
            item: String?,
            axes: [String: String] = [:],
            asset: String?,
            level: Int?,
            template: String?
        ) {
            self.species = species
            self.item = item
            self.axes = axes
            self.asset = asset
            self.level = level
            self.template = template
        }
    }

    /// Something that is wrong.
    package struct Finding: Hashable, Sendable {
        package var diagnostic: Diagnostic
        /// The id of the species or item that it is about; nil when it is about another thing, or
        /// when that is a file.
        package var thing: String?

        package init(_ diagnostic: Diagnostic, of thing: String? = nil) {
            self.diagnostic = diagnostic
            self.thing = thing
        }
    }

    /// Something that differs from an earlier bake.
    package struct Change: Hashable, Sendable {
        package var kind: ChangeKind
        /// What it is an id of, such as "item"; may be empty.
        package var section: String
        package var id: String
        /// How much: see `PictureDifference.summary`.
        package var summary: String
        /// PNG files.
        package var old: [UInt8]?
        package var new: [UInt8]?
        package var difference: [UInt8]?

        package init(
            _ kind: ChangeKind,
            _ id: String,
            section: String = "",
            summary: String = "",
            old: [UInt8]? = nil,
            new: [UInt8]? = nil,
            difference: [UInt8]? = nil
        ) {
            self.kind = kind
            self.section = section
            self.id = id
            self.summary = summary
            self.old = old
            self.new = new
            self.difference = difference
        }
    }

    package var title: String
    package var manifest: Manifest
    /// Page images by their path in the manifest.
    ///
    /// A scale of which a page is missing cannot be chosen.
    package var pages: [String: [UInt8]]
    package var coverage: [Coverage] = []
    /// Nil when nothing was checked.
    package var findings: [Finding]? = []
    package var bench: [BenchPicture] = []
    package var changes: [Change] = []
    /// What the changes are against, such as a folder's name; empty when nothing was compared.
    package var comparedWith = ""

    package init(title: String, manifest: Manifest, pages: [String: [UInt8]]) {
        self.title = title
        self.manifest = manifest
        self.pages = pages
    }
}
