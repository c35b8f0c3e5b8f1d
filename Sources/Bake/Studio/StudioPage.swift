import Catalog

/// The files of the studio's page, which the build embeds from the folder Page.
package enum StudioPage {
    package struct File: Sendable {
        /// A media type.
        package let type: String
        package let bytes: [UInt8]
    }

    /// By path; "/" is the page.
    package static let files: [String: File] = [
        "/": File(type: "text/html; charset=utf-8", bytes: PackageResources.studio_html),
        "/studio.css": File(type: "text/css; charset=utf-8", bytes: PackageResources.studio_css),
        "/studio.svg": File(type: "image/svg+xml", bytes: PackageResources.studio_svg),
        "/studio.js": script(PackageResources.studio_js),
        "/stage.js": script(PackageResources.stage_js),
        "/panels.js": script(PackageResources.panels_js),
        "/page.js": script(PackageResources.page_js),
        "/views.js": script(PackageResources.views_js),
        "/coverage-view.js": script(PackageResources.coverage_view_js),
        "/colors-view.js": script(PackageResources.colors_view_js),
        "/pages-view.js": script(PackageResources.pages_view_js),
        "/drop.js": script(PackageResources.drop_js),
        "/art.js": script(PackageResources.art_js),
        "/key-bench.js": script(PackageResources.key_bench_js),
        "/cutting-table.js": script(PackageResources.cutting_table_js),
        "/schema.json": File(type: "application/json", bytes: Array(catalogSchema().utf8)),
    ]

    private static func script(_ bytes: [UInt8]) -> File {
        File(type: "text/javascript; charset=utf-8", bytes: bytes)
    }
}
