import Bake
import FileStore
import Foundation
import TestSupport
import Testing

struct OutputFolderTests {
    @Test func `files of others stay the same files`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        for path in ["notes.txt", ".hidden", "game/notes.txt", "other/deep/file"] {
            try game.put("out/" + path, Array(path.utf8))
        }
        try FileManager.default.createSymbolicLink(
            atPath: game.output + "/link",
            withDestinationPath: "nowhere"
        )
        let inode = RealDisk().stamp(game.output + "/notes.txt")?.inode
        try game.put("game/art/overlay_badge.png", try game.read("game/art/dog_pet.png"))
        let summary = try #require(try await game.bake())
        #expect(!summary.publication.written.isEmpty)
        for path in ["notes.txt", ".hidden", "game/notes.txt", "other/deep/file"] {
            #expect(try game.read("out/" + path) == Array(path.utf8))
        }
        #expect(RealDisk().stamp(game.output + "/notes.txt")?.inode == inode)
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: game.output + "/link")
        #expect(link == "nowhere")
        #expect(leftovers(game) == [])
    }

    @Test func `no name in a manifest leads out of the folder`() async throws {
        let game = try GameFolder()
        _ = try await game.bake()
        // To the system, a slash before a combining mark is one; and a zero ends a path.
        for path in ["../\u{301}notes", "../notes", "/notes", "a/../../notes", "notes\0.png"] {
            try game.put("out/notes", [1])
            try game.put("\u{301}notes", [1])
            try game.put("notes", [1])
            let file = game.output + "/manifest.json"
            let text = String(decoding: try RealDisk().read(file), as: UTF8.self)
            let listed = path.replacing("\0", with: "\\u0000")
            let start = #""files" : ["#
            let more = #"{ "path": "\#(listed)", "sha256": "\#(hash)", "bytes": 1 },"#
            try #require(text.contains(start))
            try RealDisk().write(
                Array(text.replacing(start, with: start + more).utf8),
                to: file
            )
            #expect(try OpenedBake(game.output, disk: RealDisk()).output(path) == nil)
            _ = try await game.bake(usesCache: false, isForced: true)
            #expect(try game.read("\u{301}notes") == [1] && game.read("notes") == [1])
            #expect(try game.read("out/notes") == [1])
        }
    }

    private let hash = String(repeating: "0", count: 64)

    @Test func `an output folder behind a link is written where it is`() async throws {
        let game = try GameFolder()
        let real = game.root.appending(path: "elsewhere/real").path
        try RealDisk().createFolder(real)
        try FileManager.default.createSymbolicLink(
            atPath: game.output,
            withDestinationPath: real
        )
        _ = try await game.bake()
        #expect(RealDisk().linkStamp(game.output)?.isFolder == false)
        #expect(game.files(in: "elsewhere/real").count == 5)
    }

    @Test func `a folder that holds the sources keeps its identity`() async throws {
        let game = try GameFolder()
        let folder = game.root.appending(path: "game").path
        let inode = RealDisk().stamp(folder)?.inode
        var request = BakeRequest(output: folder, jobs: 1)
        request.usesCache = true
        for _ in 0..<2 {
            _ = try await bake(catalogAt: game.catalog, request, disk: game.disk)
        }
        #expect(RealDisk().stamp(folder)?.inode == inode)
        #expect(game.files(in: "game")["manifest.json"] != nil)
        #expect(game.files(in: "game")["art/dog_pet.png"] != nil)
    }

    @Test func `folders with the names of unfinished work that no bake made are left alone`()
        async throws
    {
        let game = try GameFolder()
        _ = try await game.bake()
        let planted = [
            ".out.kiln-new/manifest.json", ".out.kiln-new-1/late.txt", "out/.kiln-new-1/journal",
            "out/.kiln-staging/files/manifest.json", "out/.kiln-commit/removed",
        ]
        for path in planted { try game.put(path, Array("../art.png\ngame/game-0@1x.png".utf8)) }
        try game.put("art.png", Array("mine".utf8))
        try game.put("game/art/overlay_badge.png", try game.read("game/art/dog_pet.png"))
        #expect(try await game.bake()?.publication.written.isEmpty == false)
        for path in planted { #expect(try game.read(path).count == 29, "\(path)") }
        #expect(try game.read("art.png") == Array("mine".utf8))
        #expect(game.files(in: "out")["game/game-0@1x.png"] != nil)
    }

    @Test func `bakes into one folder at once leave one whole result`() async throws {
        let game = try GameFolder()
        _ = try await game.bake(usesCache: false)
        let good = game.files(in: "out")
        try FileManager.default.removeItem(atPath: game.output)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<6 {
                let (catalog, output) = (game.catalog, game.output)
                group.addTask {
                    var request = BakeRequest(output: output, jobs: 1)
                    request.usesCache = index.isMultiple(of: 2)
                    _ = try await bake(catalogAt: catalog, request, disk: RealDisk())
                }
            }
            try await group.waitForAll()
        }
        #expect(game.files(in: "out") == good)
        #expect(leftovers(game) == [])
    }

    @Test func `a file in the way of the output folder is named`() async throws {
        let game = try GameFolder()
        try game.put("out", Array("mine".utf8))
        await #expect(throws: DiskError.self) { try await game.bake() }
        #expect(try game.read("out") == Array("mine".utf8))
    }

    private func leftovers(_ game: GameFolder) -> [String] {
        ((try? RealDisk().list(game.root.path)) ?? []).map(\.name)
            .filter { $0.contains("kiln-new") }
    }
}
