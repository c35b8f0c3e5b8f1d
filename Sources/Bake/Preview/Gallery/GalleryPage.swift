import CSystem
import FileStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gallery's page without what it shows, from the files in Page.
enum GalleryPage {
    /// HTML, with the places of everything else as `@@NAME@@`.
    static let frame = text("gallery.html")
    static let style = text("gallery.css")

    /// One module of all files, each of which uses the names of those before it.
    ///
    /// The first is the player of web games.
    static let script = [
        "kiln", "base", "looks", "state", "wardrobe", "room", "coverage", "pages", "lists", "app",
    ].map { text($0 + ".js") }.joined()

    /// The source expression that a Content-Security-Policy allows just this text with.
    static func source(of text: String) -> String {
        let digest = Digest(of: Array(text.utf8)).bytes
        return "sha256-" + Data(digest.indices.map { digest[$0] }).base64EncodedString()
    }

    private static func text(_ file: String) -> String {
        String(decoding: embeddedFile(file), as: UTF8.self)
    }
}

/// A file of a page, which the build embeds (see CSystem).
func embeddedFile(_ name: String) -> [UInt8] {
    let file = unsafe kiln_embedded_file(name)
    unsafe precondition(file.count > 0, "no file \(name) is embedded")
    return unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
}
