import Foundation
import KilnManifest
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
final class ManifestUpdateTests {
    private let file = FileManager.default.temporaryDirectory
        .appending(path: "\(UUID().uuidString).json")

    deinit { try? FileManager.default.removeItem(at: file) }

    private func bake(_ name: String) throws {
        var manifest = SampleGame.manifest
        manifest.name = name
        try JSONEncoder().encode(manifest).write(to: file, options: .atomic)
    }

    @Test func `a game hears of each bake, and not of what was there before`() async throws {
        try bake("old")
        var updates = Manifest.updates(of: file).makeAsyncIterator()
        try bake("new")
        #expect(await updates.next()?.name == "new")
        // What cannot be read is passed over.
        try Data("{".utf8).write(to: file, options: .atomic)
        try bake("newer")
        #expect(await updates.next()?.name == "newer")
    }

    @Test func `a manifest that is missing may come`() async throws {
        var updates = Manifest.updates(of: file).makeAsyncIterator()
        try bake("first")
        #expect(await updates.next()?.name == "first")
    }
}
