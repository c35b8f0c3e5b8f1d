import Bake
import FileStore
import Foundation
import KilnManifest
import TestSupport
import Testing

/// What is decided before pixels are touched, as text.
struct PlanGoldenTests {
    static let names = ["plans/resolution.txt", "plans/packing.txt", "plans/draw-lists.txt"]

    @Test func `names are tried, and settings are found, as recorded`() throws {
        let path = Repository.file("catalog.json").path
        let loaded = try #require(try LoadedCatalog.load(path, disk: RealDisk()).loaded)
        var lines: [String] = []
        var seen: Set<[String?]> = []
        for cell in loaded.coverageMatrix where seen.insert([cell.species, cell.item]).inserted {
            for report in try loaded.explain(species: cell.species, item: cell.item) {
                lines.append("\(cell.species) \(report.item ?? "undressed")")
                for attempt in report.attempts {
                    let files = attempt.files.map { URL(filePath: $0).lastPathComponent }
                    let words = [attempt.outcome.rawValue, attempt.name] + files
                    lines.append("  " + words.joined(separator: " "))
                }
                lines.append("  = \(report.asset ?? "nothing")")
                for setting in report.keying + (report.placement ?? []) {
                    lines.append("  \(setting.name) \(setting.value) by \(setting.origin)")
                }
            }
        }
        try expectGolden(text: lines.joined(separator: "\n") + "\n", "plans/resolution")
    }

    @Test func `frames get their places on pages as recorded`() async throws {
        let manifest = try await BakedGame.sample().manifest
        var lines: [String] = []
        for target in manifest.targets {
            lines.append("target \(target.id) at \(target.scales)")
            for (index, page) in target.pages.enumerated() {
                lines.append("page \(index) \(page.width)x\(page.height)")
            }
            for (name, frame) in target.frames.sorted(by: { $0.key < $1.key }) {
                lines.append(
                    "\(name) page \(frame.page) at \(frame.x),\(frame.y) "
                        + "\(frame.width)x\(frame.height)\(frame.rotated ? " turned" : "") "
                        + "of \(frame.sourceWidth)x\(frame.sourceHeight) "
                        + "from \(frame.trimX),\(frame.trimY)"
                )
            }
        }
        try expectGolden(text: lines.joined(separator: "\n") + "\n", "plans/packing")
    }

    @Test func `looks are drawn in steps as recorded`() async throws {
        let manifest = try await BakedGame.sample().manifest
        var lines: [String] = []
        for named in manifest.looks {
            for animation in ["idle", "wave"] {
                for scale in [1, 2] {
                    for frame in 0..<4 {
                        lines.append("\(named.id) \(animation) \(frame) @\(scale)x")
                        let steps = try manifest.drawList(
                            for: named.look,
                            animation: animation,
                            frame: frame,
                            scale: scale
                        )
                        for step in steps {
                            let area = step.source
                            lines.append(
                                "  \(step.item ?? "base") \(step.frame): \(step.image) "
                                    + "\(area.x),\(area.y) \(area.width)x\(area.height)"
                                    + (step.isRotated ? " turned" : "")
                                    + " to \(step.x),\(step.y)"
                            )
                        }
                    }
                }
            }
        }
        try expectGolden(text: lines.joined(separator: "\n") + "\n", "plans/draw-lists")
    }
}
