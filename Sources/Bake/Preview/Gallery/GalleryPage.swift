import FileStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gallery's page without what it shows, from the files in Page, which the build embeds.
enum GalleryPage {
    /// HTML, with the places of everything else as `@@NAME@@`.
    static let frame = text(PackageResources.gallery_html)
    static let style = text(PackageResources.gallery_css)

    /// One module of all files, each of which uses the names of those before it.
    ///
    /// The first is the player of web games.
    static let script = [
        PackageResources.kiln_js, PackageResources.base_js, PackageResources.looks_js,
        PackageResources.state_js, PackageResources.wardrobe_js, PackageResources.room_js,
        PackageResources.coverage_js, PackageResources.pages_js, PackageResources.lists_js,
        PackageResources.app_js,
    ].map(text).joined()

    /// The source expression that a Content-Security-Policy allows just this text with.
    static func source(of text: String) -> String {
        let digest = Digest(of: Array(text.utf8)).bytes
        return "sha256-" + Data(digest.indices.map { digest[$0] }).base64EncodedString()
    }

    private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
