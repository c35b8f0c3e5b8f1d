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

    /// One function, so that the page's names are its own; each file uses what those before it say.
    static let script =
        "'use strict';\n(() => {\n"
        + [
            PackageResources.base_js, PackageResources.png_js, PackageResources.compose_js,
            PackageResources.keying_js, PackageResources.finish_js, PackageResources.state_js,
            PackageResources.wardrobe_js, PackageResources.room_js, PackageResources.coverage_js,
            PackageResources.bench_js, PackageResources.pages_js, PackageResources.lists_js,
            PackageResources.app_js,
        ].map(text).joined() + "})();\n"

    /// The source expression that a Content-Security-Policy allows just this text with.
    static func source(of text: String) -> String {
        let digest = Digest(of: Array(text.utf8)).bytes
        return "sha256-" + Data(digest.indices.map { digest[$0] }).base64EncodedString()
    }

    private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
