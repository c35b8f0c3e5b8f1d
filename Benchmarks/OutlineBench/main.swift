import AtlasPack
import Foundation
import ImageCodec
import ProcessorTime
import Raster

// Usage: OutlineBench FOLDER...
// Finds the outline of every PNG of each folder, trimmed, and packs them by rectangles and by outlines. Prints a
// Markdown table: corners a sprite, what part of the rectangles the meshes leave out, the pages both ways, and seconds
// of processor time on one core.

struct Sprites {
    var items: [PackItem] = []
    var masks: [BitMask] = []

    init(_ folder: String) throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        for name in names where name.lowercased().hasSuffix(".png") {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: name)))
            guard let image = try? decodeImage(bytes).image, let box = image.opaqueBounds(),
                max(box.width, box.height) < 2048
            else { continue }
            items.append(PackItem(name: name, size: box.size))
            masks.append(BitMask(visibleIn: image.cropped(to: box)))
        }
    }
}

func pagesText(_ plan: AtlasPlan, _ seconds: Double) -> String {
    let area = plan.pages.reduce(0) { $0 + $1.size.area }
    let sizes = plan.pages.count == 1 ? "\(plan.pages[0].size)" : "\(plan.pages.count) pages"
    return String(format: "%@, %.2f Mpx, %.2f s", sizes, Double(area) / 1e6, seconds)
}

print(
    "| set | sprites | corners | left out | outlines | effort | rectangles | by outlines | saved |"
)
print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
for folder in CommandLine.arguments.dropFirst() {
    let sprites = try Sprites(folder)
    guard !sprites.items.isEmpty else { continue }
    var meshes: [TriangleMesh] = []
    let outlineTime = processorTime { meshes = sprites.masks.map { outlineMesh(of: $0) } }
    let shapes = zip(meshes, sprites.items).map { mesh, item in
        mesh.touchedPixels(width: item.size.width, height: item.size.height)
    }
    let corners = Double(meshes.reduce(0) { $0 + $1.vertices.count }) / Double(meshes.count)
    let drawn = meshes.reduce(0) { $0 + $1.doubledArea }
    let whole = sprites.items.reduce(0) { $0 + 2 * $1.size.area }
    let name = URL(filePath: folder).lastPathComponent
    for effort in Effort.allCases {
        let options = PackOptions(allowsRotation: false, effort: effort)
        var (plan, dense) = (AtlasPlan(pages: []), AtlasPlan(pages: []))
        let time = try processorTime { plan = try pack(sprites.items, options: options) }
        let more = try processorTime {
            dense = try packByOutlines(plan, sprites.items, shapes: shapes, options: options)
        }
        let area = plan.pages.reduce(0) { $0 + $1.size.area }
        let denseArea = dense.pages.reduce(0) { $0 + $1.size.area }
        let cells = [
            name, "\(sprites.items.count)", String(format: "%.1f", corners),
            String(format: "%.1f %%", 100 - 100 * Double(drawn) / Double(whole)),
            String(format: "%.2f s", outlineTime), effort.rawValue, pagesText(plan, time),
            pagesText(dense, more),
            String(format: "%.1f %%", 100 - 100 * Double(denseArea) / Double(area)),
        ]
        print("| " + cells.joined(separator: " | ") + " |")
    }
}
