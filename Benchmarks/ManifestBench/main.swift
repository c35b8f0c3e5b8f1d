// How long a game waits for its manifest: ManifestBench [MANIFEST]. Without one, a manifest of 4,000
// overlays is made. JSONDecoder reads the same bytes in the same run, so that the ratio holds on any
// machine, however busy.

import Foundation
import KilnManifest
import ProcessorTime

/// A pet with one overlay for each frame but one.
func game(frames: Int) -> Manifest {
    func art(_ id: String) -> Manifest.Art {
        Manifest.Art(species: "pet", asset: id, frames: [id], z: 1)
    }
    let ids = (0..<frames).map { "overlay-\($0)" }
    let placed = ids.enumerated().map { index, id in
        (
            id,
            Manifest.Frame(
                page: index / 256,
                x: index % 16 * 128,
                y: index / 16 % 16 * 128,
                width: 120,
                height: 121,
                trimX: 8,
                trimY: 7,
                sourceWidth: 136,
                sourceHeight: 128
            )
        )
    }
    let pages = (0...frames / 256).map {
        Manifest.Page(width: 2048, height: 2048, images: [.init(scale: 1, path: "\($0).png")])
    }
    return Manifest(
        generator: .init(name: "kiln", version: "1"),
        name: "bench",
        canvas: .init(width: 136, height: 128),
        species: [.init(id: "pet", name: "Pet", anchors: [:], art: [art(ids[0])])],
        items: ids.dropFirst().map {
            .init(id: $0, name: $0, equipStyle: .overlay, art: [art($0)])
        },
        targets: [
            .init(
                id: "game",
                kind: "atlas",
                scales: [1],
                pages: pages,
                frames: Dictionary(uniqueKeysWithValues: placed)
            )
        ]
    )
}

/// The least of several times, in milliseconds.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try (0..<15).map { _ in try processorTime(of: body) }.min().map { $0 * 1000 } ?? 0
}

let json =
    try CommandLine.arguments.dropFirst().first
    .map { try Data(contentsOf: URL(filePath: $0)) } ?? game(frames: 4_000).json()
let manifest = try Manifest(json: json)
let frames = manifest.targets.map(\.frames.count).reduce(0, +)
let own = try milliseconds { _ = try Manifest(json: json) }
let foundation = try milliseconds {
    _ = try JSONDecoder().decode(Manifest.self, from: json)
}
func text(_ number: Double) -> String { String(format: "%.1f", number) }
print(
    "manifest of \(frames) frames, \(json.count) bytes: \(text(own)) ms; JSONDecoder "
        + "\(text(foundation)) ms; \(text(foundation / own)) times as fast"
)
