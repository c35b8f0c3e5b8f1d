import CSystem
import Diagnostics
import FileStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gallery {
    /// The page: one file without references to others, which may run no script and load nothing
    /// but what is in it.
    ///
    /// - Throws: an encoder's error, when a number in the manifest is not finite.
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
        let rest = Array(try encoder.encode(PageData(self)))
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
private struct PageData: Encodable {
    /// The only scale whose pages are there; nil without any.
    var scale: Int?
    var pictures: [String: String]
    var coverage: [Gallery.Coverage]
    var diagnostics: [Finding]?
    var keyed: [[String: String]]
    var changes: [[String: String]]
    var comparedWith: String

    struct Finding: Encodable {
        var severity: String
        var id: String
        var message: String
        var help: String?
        var path: String?
        /// `path:line:column`.
        var place: String?
        /// A species or an item.
        var thing: String?
        var related: [String]
    }

    init(_ gallery: Gallery) {
        scale = gallery.scale
        pictures = gallery.shownPages.mapValues(Self.text)
        coverage = gallery.coverage
        diagnostics = gallery.findings?.map(Finding.init)
        keyed = gallery.keyed.map { entry in
            [
                "name": entry.name, "file": entry.file, "facts": entry.facts,
                "original": Self.text(entry.original), "result": Self.text(entry.result),
            ]
        }
        changes = gallery.changes.map { change in
            let pictures = ["old": change.old, "new": change.new, "difference": change.difference]
            return [
                "kind": change.kind.rawValue, "section": change.section, "id": change.id,
                "summary": change.summary,
            ].merging(pictures.compactMapValues { $0.map(Self.text) }) { first, _ in first }
        }
        comparedWith = gallery.comparedWith
    }

    private static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}

extension PageData.Finding {
    init(_ finding: Gallery.Finding) {
        let diagnostic = finding.diagnostic
        let location = diagnostic.location
        self.init(
            severity: diagnostic.severity.rawValue,
            id: diagnostic.id,
            message: diagnostic.message,
            help: diagnostic.help,
            path: location?.path,
            place: location?.description,
            thing: finding.thing,
            related: diagnostic.related.map(\.path)
        )
    }
}

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
        return "sha256-" + Data(digest.indices.map { digest[$0] }).base64EncodedString()
    }
}

/// The text of a file that the build embeds.
package func embeddedText(_ name: String) -> String {
    String(decoding: embeddedFile(name), as: UTF8.self)
}

/// A file that the build embeds (see CSystem).
func embeddedFile(_ name: String) -> [UInt8] {
    let file = unsafe kiln_embedded_file(name)
    unsafe precondition(file.count > 0, "no file \(name) is embedded")
    return unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
}
