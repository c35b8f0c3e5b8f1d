package import Diagnostics
package import KilnManifest

/// Everything that the gallery page shows; `html()` makes the page.
package struct Gallery: Sendable {
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
    /// Page images by their path in the manifest; the page shows the smallest scale of which all are
    /// there.
    package var pages: [String: [UInt8]]
    /// Without parts, animations and attempts.
    package var coverage: [CoverageCell] = []
    /// Nil when nothing was checked.
    package var findings: [Finding]? = []
    package var keyed: [BeforeAfter] = []
    package var changes: [Change] = []
    /// What the changes are against, such as a folder's name; empty when nothing was compared.
    package var comparedWith = ""

    package init(title: String, manifest: Manifest, pages: [String: [UInt8]]) {
        self.title = title
        self.manifest = manifest
        self.pages = pages
    }

    /// The pages that are shown, by their path.
    var shownPages: [String: [UInt8]] {
        let images = manifest.targets.first?.pages.flatMap(\.images) ?? []
        let shown = Set(images.filter { $0.scale == scale }.map(\.path))
        return pages.filter { shown.contains($0.key) }
    }

    /// The scale that is shown; nil if no scale has all pages.
    var scale: Int? {
        guard let target = manifest.targets.first else { return nil }
        return target.scales.sorted().first { scale in
            target.pages.allSatisfy { page in
                page.images.contains { $0.scale == scale && pages[$0.path] != nil }
            }
        }
    }
}
