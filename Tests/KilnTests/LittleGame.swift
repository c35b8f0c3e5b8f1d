import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// A small game: an overlay that shows nothing (an error), art that no one uses (a warning).
final class LittleGame {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try put(
            "catalog.json",
            """
            {
              "catalogVersion": 1, "name": "small", "sources": ["art"],
              "canvas": { "width": 8, "height": 8 },
              "species": [ { "id": "dog" } ],
              "items": [ { "id": "hat", "equipStyle": "overlay", "key": false } ]
            }
            """
        )
        try put("art/dog_pet.png", picture(.init(r: 230, g: 120, b: 60)))
        try put("art/overlay_hat.png", picture(.clear))
        try put("art/spare.png", picture(.init(r: 20, g: 20, b: 200)))
    }

    func picture(_ inner: StraightPixel) throws -> [UInt8] {
        try encodePNG(
            StraightImage(8, 8) { x, y in
                (2..<6).contains(x) && (2..<6).contains(y) ? inner : .clear
            }
        )
    }

    func put(_ path: String, _ text: String) throws { try put(path, Array(text.utf8)) }

    func put(_ path: String, _ bytes: [UInt8]) throws {
        let url = folder.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url, options: .atomic)
    }

    func read(_ path: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    }

    func validate(
        _ arguments: [String],
        in inner: String = "",
        environment: [String: String] = [:]
    ) throws -> BuiltCommand {
        try BuiltCommand(
            ["validate"] + arguments,
            in: inner.isEmpty ? folder.url : folder.url.appending(path: inner),
            environment: environment
        )
    }

    /// The findings of a run, as `path id`, in report order.
    func found(_ arguments: [String], in inner: String = "") throws -> [String] {
        let run = try validate(arguments + ["--json"], in: inner)
        let report =
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let findings = try #require(report?["diagnostics"] as? [[String: Any]], "\(run)")
        return findings.map { "\($0["path"] ?? "") \($0["id"] ?? "")" }
    }
}
