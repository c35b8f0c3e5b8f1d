package import Diagnostics
import FileStore
import ImageCodec
package import KilnManifest
import Raster

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    package struct Change: Hashable, Sendable, Encodable {
        package var kind: ChangeKind
        /// What it is an id of, such as "item"; may be empty.
        package var section: String
        package var id: String
        /// How much: see `PictureDifference.summary`.
        package var summary: String
        /// PNG files, in base 64.
        private let old: String?
        private let new: String?
        private let difference: String?

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
            self.old = old.map(base64)
            self.new = new.map(base64)
            self.difference = difference.map(base64)
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

extension Gallery {
    /// The page: one file without references to others, which may run no script and load nothing
    /// but what is in it.
    ///
    /// - Throws: an encoder's error, when a number in the manifest is not finite, or of a picture.
    package func html() throws -> [UInt8] {
        let data = try json()
        let style = GalleryPage.source(of: GalleryPage.style)
        let script = GalleryPage.source(of: GalleryPage.script)
        let policy = [
            "default-src 'none'", "img-src data:", "style-src '\(style)'",
            "script-src '\(script)'", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
        var html: [UInt8] = []
        // One pass, so that what is put in is not looked into. Names stand between markers.
        let parts = GalleryPage.frame.split(separator: "@@", omittingEmptySubsequences: false)
        for part in parts {
            switch part {
            case "TITLE": html += markupEscaped(title).utf8
            case "POLICY": html += policy.utf8
            case "STYLE": html += GalleryPage.style.utf8
            case "SCRIPT": html += GalleryPage.script.utf8
            case "DATA": html += data
            default: html += part.utf8
            }
        }
        return html
    }

    /// What the script reads; no `<` in it, so that nothing ends the element around it.
    private func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let manifest = Array(try encoder.encode(manifest))
        let rest = Array(try encoder.encode(self))
        // Two objects: {"manifest": the one, and the members of the other.
        let bytes = Array(#"{"manifest":"#.utf8) + manifest + Array(",".utf8) + rest.dropFirst()
        let less = Array(#"\u003c"#.utf8)
        var safe: [UInt8] = []
        safe.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == UInt8(ascii: "<") { safe += less } else { safe.append(byte) }
        }
        return safe
    }
}

/// The page's data next to the manifest.
extension Gallery: Encodable {
    private enum CodingKeys: CodingKey {
        case scale, pictures, coverage, diagnostics, keyed, changes, comparedWith
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(scale, forKey: .scale)
        try container.encode(shownPages.mapValues(base64), forKey: .pictures)
        try container.encode(coverage, forKey: .coverage)
        try container.encodeIfPresent(findings, forKey: .diagnostics)
        let keyed = try keyed.map { entry in
            [
                "name": entry.name, "file": entry.file, "facts": entry.facts,
                "original": base64(try encodePNG(entry.original, effort: .best)),
                "result": base64(try encodePNG(entry.keyed, effort: .best)),
            ]
        }
        try container.encode(keyed, forKey: .keyed)
        try container.encode(changes, forKey: .changes)
        try container.encode(comparedWith, forKey: .comparedWith)
    }
}

extension Gallery.Finding: Encodable {
    private enum CodingKeys: CodingKey {
        case severity, id, message, help, path, place, thing, related
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(diagnostic.severity.rawValue, forKey: .severity)
        try container.encode(diagnostic.id, forKey: .id)
        try container.encode(diagnostic.message, forKey: .message)
        try container.encodeIfPresent(diagnostic.help, forKey: .help)
        try container.encodeIfPresent(diagnostic.location?.path, forKey: .path)
        try container.encodeIfPresent(diagnostic.location?.description, forKey: .place)
        try container.encodeIfPresent(thing, forKey: .thing)
        try container.encode(diagnostic.related.map(\.path), forKey: .related)
    }
}

private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The gallery's page without what it shows, from the files in Page.
enum GalleryPage {
    /// HTML, with the places of everything else as `@@NAME@@`.
    static let frame = embeddedText("gallery.html")
    static let style = embeddedText("gallery.css")

    /// One module of all files, each of which uses the names of those before it.
    ///
    /// The first is the player of web games.
    static let script = [
        "kiln", "base", "looks", "state", "wardrobe", "room", "coverage", "pages", "lists", "app",
    ].map { embeddedText($0 + ".js") }.joined()

    /// The source expression that a Content-Security-Policy allows just this text with.
    static func source(of text: String) -> String {
        let digest = Digest(of: Array(text.utf8)).bytes
        return "sha256-" + base64(digest.indices.map { digest[$0] })
    }
}
