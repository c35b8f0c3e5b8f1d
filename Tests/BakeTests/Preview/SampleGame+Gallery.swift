import Bake
import Diagnostics
import ImageCodec
import KilnManifest
import Raster
import TestSupport

extension SampleGame {
    /// A page with something in every view.
    func gallery(_ manifest: Manifest = Self.manifest) throws -> Gallery {
        var gallery = Gallery(
            title: "sample",
            manifest: manifest,
            pages: try pages.mapValues { try encodePNG($0, effort: .fast) }
        )
        gallery.coverage = ["dog", "cat"].flatMap { species in
            ([nil, "robe", "coat", "wings", "hat", "scarf"] as [String?]).enumerated().map {
                index,
                item in
                var cell = CoverageCell(species: species)
                (cell.item, cell.asset) = (item, item ?? species)
                cell.level = index == 2 && species == "cat" ? nil : index
                cell.template = "<asset>"
                return cell
            }
        }
        gallery.findings = [
            .init(
                Diagnostic(
                    Check("soft", .warning),
                    at: .init(path: "a/hat.png"),
                    message: "soft"
                )
            )
        ]
        let drawn = StraightImage(drawn: "ggg", "grg", "ggg")
        let png = try encodePNG(drawn)
        gallery.keyed = [
            BeforeAfter(
                name: "hat",
                file: "a/hat.png",
                facts: "keyed, mode best, key #00FF00",
                original: drawn,
                keyed: StraightImage(drawn: "...", ".r.", "...")
            )
        ]
        gallery.changes = [
            Gallery.Change(.changed, "hat", summary: "x", old: png, new: png, difference: png),
            Gallery.Change(.removed, "boots"),
        ]
        return gallery
    }
}
