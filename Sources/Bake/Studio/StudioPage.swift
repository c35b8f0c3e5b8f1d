import Catalog

/// The files of the studio's page, from the folder Page.
package enum StudioPage {
    package struct File: Sendable {
        /// A media type.
        package let type: String
        package let bytes: [UInt8]
    }

    /// By path; "/" is the page.
    package static let files: [String: File] = {
        let scripts = [
            "studio", "stage", "panels", "page", "views", "coverage-view", "colors-view",
            "pages-view", "drop", "art", "key-bench", "cutting-table",
        ]
        var files = [
            "/": file("studio.html", type: "text/html; charset=utf-8"),
            "/studio.css": file("studio.css", type: "text/css; charset=utf-8"),
            "/studio.svg": file("studio.svg", type: "image/svg+xml"),
            "/schema.json": File(type: "application/json", bytes: Array(catalogSchema().utf8)),
        ]
        for name in scripts {
            files["/\(name).js"] = file(name + ".js", type: "text/javascript; charset=utf-8")
        }
        return files
    }()

    private static func file(_ name: String, type: String) -> File {
        File(type: type, bytes: embeddedFile(name))
    }
}
