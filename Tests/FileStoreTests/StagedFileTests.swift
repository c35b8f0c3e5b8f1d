import FileStore
import Foundation
import TestSupport
import Testing

/// Replacing a file in one step.
struct StagedFileTests {
    private let old = Array("old".utf8)
    private let new = Array("what is new".utf8)

    private func disk() -> MemoryDisk {
        let disk = MemoryDisk()
        disk.put("game/catalog.json", old)
        return disk
    }

    private func replace(_ disk: MemoryDisk) throws {
        try disk.replace(new, at: "game/catalog.json", over: Digest(of: old))
    }

    @Test func `permissions and links stay`() throws {
        let disk = disk()
        disk.setPermissions(0o600, of: "game/catalog.json")
        disk.putLink("link.json", to: "game/catalog.json")
        try disk.replace(new, at: "link.json", over: Digest(of: old))
        #expect(disk.links == ["link.json": "game/catalog.json"])
        #expect(disk.files["game/catalog.json"] == new)
        #expect(disk.permissions(of: "game/catalog.json") == 0o600)
    }

    @Test func `what is created must not be there yet`() throws {
        let disk = disk()
        try disk.replace(new, at: "game/other.json", over: nil)
        #expect(disk.files["game/other.json"] == new)
        #expect(throws: DiskError.self) {
            try disk.replace(new, at: "game/catalog.json", over: nil)
        }
        #expect(disk.files["game/catalog.json"] == old)
    }

    @Test func `an edit that was saved meanwhile stays`() throws {
        let disk = disk()
        let edit = Array("an edit".utf8)
        let file = try StagedFile(new, for: "game/catalog.json", disk: disk)
        disk.put("game/catalog.json", edit)
        let error = #expect(throws: DiskError.self) {
            try file.commit(over: Digest(of: old))
        }
        #expect(error?.reason == "it was changed while Kiln worked")
        #expect(disk.files == ["game/catalog.json": edit])
    }

    @Test func `files and folders of others with names alike stay`() throws {
        let disk = disk()
        disk.put("game/.catalog.json.kiln-new/mine", "mine")
        disk.put("game/.catalog.json.kiln-new-1/mine", "mine")
        disk.put("game/.catalog.json.kiln-new-123456", "mine")
        disk.put("game/.catalog.json.kiln-new-xff", "mine")
        disk.putLink("game/.catalog.json.kiln-new-7", to: "catalog.json")
        var expected = disk.files
        try replace(disk)
        expected["game/catalog.json"] = new
        #expect(disk.files == expected && disk.links.count == 1)
    }

    @Test func `what a killed run left is removed by the next`() throws {
        var count = 0
        while true {
            let disk = disk()
            disk.kill(afterChanges: count)
            try? replace(disk)
            guard disk.restart() else { break }
            let left = disk.files["game/catalog.json"]
            #expect(left == old || left == new, "killed after \(count)")
            try disk.replace(new, at: "game/catalog.json", over: left.map { Digest(of: $0) })
            #expect(disk.files == ["game/catalog.json": new], "killed after \(count)")
            count += 1
        }
        #expect(count > 5)
    }

    @Test func `a run at work keeps what it has written`() throws {
        let disk = disk()
        let first = try StagedFile(new, for: "game/catalog.json", disk: disk)
        let second = try StagedFile(old + new, for: "game/catalog.json", disk: disk)
        try first.commit(over: Digest(of: old))
        #expect(throws: DiskError.self) { try second.commit(over: Digest(of: old)) }
        #expect(disk.files == ["game/catalog.json": new])
    }

    @Test func `losing power leaves the old file or the new one`() throws {
        let disk = disk()
        disk.recordHistory()
        try replace(disk)
        for crash in disk.crashes {
            let left = MemoryDisk(crash).files["game/catalog.json"]
            #expect(left == old || left == new)
        }
    }

    @Test func `runs at once leave a whole file and nothing else`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "catalog.json").path
        let texts = (0..<8).map { [UInt8](repeating: UInt8($0), count: 50_000 + $0) }
        try RealDisk().write(texts[0], to: path)
        let done = await withTaskGroup(of: Int.self) { group in
            for text in texts {
                group.addTask {
                    (0..<20).count { _ in
                        guard let old = try? RealDisk().read(path) else { return false }
                        let digest = Digest(of: old)
                        return (try? RealDisk().replace(text, at: path, over: digest)) != nil
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(done > 0)
        #expect(texts.contains(try RealDisk().read(path)))
        #expect(try RealDisk().list(folder.path).map(\.name) == ["catalog.json"])
    }
}
