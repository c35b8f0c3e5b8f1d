import AtlasPack
import Bake
import Catalog
import FileStore
import Raster
import SheetSlicing
import TestSupport
import Testing

/// What a run made is no output any more when the next run of the same name does not make it.
struct StaleOutputTests {
    private func sprite(_ color: Character) -> StraightImage {
        StraightImage(rows: Array(repeating: String(repeating: color, count: 12), count: 12))
    }

    private func sprites() throws -> MemoryDisk {
        let disk = MemoryDisk()
        for (name, color) in [("a", "r"), ("b", "g"), ("c", "b")] as [(String, Character)] {
            try disk.put("s/\(name).png", sprite(color))
        }
        return disk
    }

    @discardableResult
    private func pack(
        _ disk: MemoryDisk,
        _ folder: String = "s",
        to output: String = "out",
        as name: String = "atlas",
        side: Int = 64,
        formats: [AtlasFormat] = [.texturePackerHash],
        isForced: Bool = false
    ) async throws -> PackSummary {
        var request = PackRequest(folder: folder, output: output, jobs: 1)
        request.name = name
        request.settings.formats = formats
        request.settings.maxPageSize = side
        request.rules.isForced = isForced
        return try await packPictures(request, disk: disk)
    }

    @discardableResult
    private func slice(
        _ disk: MemoryDisk,
        _ input: String,
        columns: Int
    ) async throws
        -> SlicedPicture
    {
        let grid = GridLayout(columns: columns, rows: 1)
        var request = SliceRequest(input: input, cut: .grid(grid))
        request.folder = "out"
        return try await slicePicture(request, disk: disk)
    }

    private func names(_ disk: MemoryDisk, in folder: String = "out") -> [String] {
        disk.paths.filter { $0.hasPrefix(folder + "/") && !$0.hasSuffix("/.kiln-files") }
            .map { String($0.dropFirst(folder.count + 1)) }.sorted()
    }

    @Test func `pages that are needed no more go, and other files stay`() async throws {
        let disk = try sprites()
        disk.put("out/mine.png", "mine")
        try await pack(disk, as: "ui", side: 16)
        try await pack(disk, side: 16)
        #expect(names(disk).count { $0.hasPrefix("atlas-") } == 6)
        let summary = try await pack(disk)
        #expect(
            summary.stale.removed == [
                "out/atlas-1.json", "out/atlas-1.png", "out/atlas-2.json", "out/atlas-2.png",
            ]
        )
        #expect(summary.stale.left.isEmpty)
        let ui = (0..<3).flatMap { ["ui-\($0).json", "ui-\($0).png"] }
        #expect(names(disk) == ["atlas-0.json", "atlas-0.png", "mine.png"] + ui)
        #expect(try await pack(disk).stale == StaleOutputs())
    }

    @Test func `a descriptor in another format does not stay next to new pages`() async throws {
        let disk = try sprites()
        try await pack(disk)
        #expect(try await pack(disk, formats: [.css]).stale.removed == ["out/atlas-0.json"])
        try await pack(disk, formats: [.spriteatlas])
        let loose = names(disk)
        #expect(loose.count > 3 && loose.allSatisfy { $0.hasPrefix("atlas.spriteatlas/") })
        try await pack(disk)
        #expect(names(disk) == ["atlas-0.json", "atlas-0.png"])
        #expect(!disk.paths.contains { $0.hasPrefix("out/atlas.spriteatlas") })
    }

    @Test func `what was changed since stays, is reported, and is no one's from then on`()
        async throws
    {
        let disk = try sprites()
        try await pack(disk, side: 16)
        disk.put("out/atlas-2.json", "retouched")
        let summary = try await pack(disk)
        #expect(summary.stale.left == ["out/atlas-2.json"])
        #expect(!summary.stale.removed.contains("out/atlas-2.json"))
        #expect(disk.files["out/atlas-2.json"] == Array("retouched".utf8))
        #expect(try await pack(disk).stale == StaleOutputs())
        await #expect(throws: Obstruction.self) { try await pack(disk, side: 16) }
    }

    @Test func `frames of a sheet go with its next cut, those of other sheets stay`() async throws {
        let disk = MemoryDisk()
        try disk.put("dog.png", StraightImage(drawn: "rgbw", "rgbw"))
        try disk.put("dog-1.png", StraightImage(drawn: "rb", "rb"))
        for sheet in ["dog.png", "dog-1.png"] {
            try await slice(disk, sheet, columns: sheet == "dog.png" ? 4 : 2)
        }
        let sliced = try await slice(disk, "dog.png", columns: 2)
        #expect(sliced.stale.removed == ["out/dog-2.png", "out/dog-3.png"])
        #expect(names(disk) == ["dog-0.png", "dog-1-0.png", "dog-1-1.png", "dog-1.png"])
        // A sheet without frames says nothing of those that are there.
        var request = SliceRequest(input: "dog.png", cut: .grid(GridLayout(columns: 4, rows: 1)))
        request.sheet = "out/all.png"
        #expect(try await slicePicture(request, disk: disk).stale == StaleOutputs())
        #expect(names(disk).count == 5)
    }

    @Test func `a run that fails leaves what an earlier one made`() async throws {
        let disk = try sprites()
        try await pack(disk, side: 16)
        disk.put("out/atlas-0.json", "retouched")
        let before = disk.files
        try disk.put("s/a.png", sprite("w"))
        await #expect(throws: Obstruction.self) { try await pack(disk) }
        try disk.put("s/a.png", sprite("r"))
        #expect(disk.files == before)
    }

    @Test func `an atlas of an earlier version is replaced, and loses nothing`() async throws {
        let disk = try sprites()
        try await pack(disk, side: 16)
        let record = String(decoding: disk.files["out/.kiln-files"] ?? [], as: UTF8.self)
        #expect(record.contains("\n# Made together by kiln pack as atlas\n"))
        disk.put(
            "out/.kiln-files",
            record.replacing(
                "# Made together by kiln pack as atlas",
                with: "# What of them kiln pack made, and does not pack again."
            )
        )
        #expect(try await pack(disk).stale == StaleOutputs())
        #expect(names(disk).count == 6)
        try disk.put("out/d.png", sprite("w"))
        #expect(try await pack(disk, "out", to: "next").frames == 1)
    }

    @Test func `a record that somebody wrote has nothing removed that no run could have made`()
        async throws
    {
        let disk = try sprites()
        try await pack(disk)
        let mine = Array("mine".utf8)
        disk.put("out/notes.txt", "mine")
        disk.put("out/atlas-7.png", "mine")
        let digest = Digest(of: mine).text
        let record = String(decoding: disk.files["out/.kiln-files"] ?? [], as: UTF8.self)
        disk.put("out/.kiln-files", record + "\(digest)  notes.txt\n\(digest)  ../s/a.png\n")
        #expect(try await pack(disk).stale == StaleOutputs())
        #expect(disk.files["out/notes.txt"] == mine && disk.files["out/atlas-7.png"] == mine)
    }

    /// As `cp -r` and `git clone` do: the same bytes in new files.
    private func copy(_ disk: MemoryDisk, _ folder: String, to other: String) {
        for (path, bytes) in disk.files where path.hasPrefix(folder + "/") {
            disk.put(other + path.dropFirst(folder.count), bytes)
        }
    }

    @Test func `a record that was copied makes nothing Kiln's`() async throws {
        let disk = try sprites()
        try await pack(disk, side: 16)
        copy(disk, "out", to: "copy")
        let before = disk.files
        let error = await #expect(throws: Obstruction.self) { try await pack(disk, to: "copy") }
        #expect(error?.obstacles.map(\.kind) == [.copiedRecord, .copiedRecord])
        #expect(disk.files == before)
        // By force only what is in the way goes, and what the run made is Kiln's from then on.
        #expect(try await pack(disk, to: "copy", isForced: true).stale == StaleOutputs())
        #expect(names(disk, in: "copy").count == 6)
        try disk.put("s/c.png", sprite("w"))
        #expect(try await pack(disk, to: "copy").stale == StaleOutputs())
    }

    @Test func `a copy that a run would make again is Kiln's afterwards`() async throws {
        let disk = try sprites()
        try await pack(disk, side: 16)
        copy(disk, "out", to: "copy")
        try await pack(disk, to: "copy", side: 16)
        #expect(try await pack(disk, to: "copy").stale.removed.count == 4)
    }

    @Test(arguments: [
        "atlas-notes.txt", "atlasnotes.png", "atlas.txt/notes.txt", "atlas", "notes/atlas-0.png",
    ])
    func `a record has nothing removed whose name no run gives`(name: String) async throws {
        let disk = try sprites()
        try await pack(disk)
        disk.put("out/\(name)", "mine")
        let record = String(decoding: disk.files["out/.kiln-files"] ?? [], as: UTF8.self)
        try #require(record.hasSuffix("  atlas-0.png\n"))
        let line = "\(Digest(of: Array("mine".utf8)).text)  \(name)\n"
        disk.put("out/.kiln-files", record + line)
        #expect(try await pack(disk).stale == StaleOutputs())
        #expect(disk.files["out/\(name)"] == Array("mine".utf8))
    }

    @Test func `frames of a slice and pictures of differences have names of their own`()
        async throws
    {
        let disk = MemoryDisk()
        try disk.put("dog.png", StraightImage(drawn: "rgbw", "rgbw"))
        try await slice(disk, "dog.png", columns: 4)
        let record = String(decoding: disk.files["out/.kiln-files"] ?? [], as: UTF8.self)
        let mine = ["dog-notes.png", "dog-.png", "dog-1.txt", "dog.png"]
        for name in mine { disk.put("out/\(name)", "mine") }
        let digest = Digest(of: Array("mine".utf8)).text
        disk.put("out/.kiln-files", record + mine.map { "\(digest)  \($0)\n" }.joined())
        let stale = try await slice(disk, "dog.png", columns: 2).stale
        #expect(stale.removed == ["out/dog-2.png", "out/dog-3.png"])
        #expect(names(disk) == (mine + ["dog-0.png", "dog-1.png"]).sorted())
    }

    /// Bakes alone write Kiln's own format.
    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln })
    func `whatever a format made goes when another takes its place`(
        format: AtlasFormat
    )
        async throws
    {
        let disk = try sprites()
        try await pack(disk, formats: [format])
        try await pack(disk, formats: [format == .css ? .texturePackerHash : .css])
        let descriptor = format == .css ? "atlas-0.json" : "atlas.css"
        #expect(names(disk) == ["atlas-0.png", descriptor].sorted())
    }

    @Test func `a killed run leaves nothing next to a layout or its outputs`() async throws {
        func pack(_ disk: MemoryDisk) async throws {
            var request = PackRequest(folder: "s", output: "out", jobs: 1)
            request.layout = "l.layout"
            _ = try await packPictures(request, disk: disk)
        }
        let whole = try sprites()
        try await pack(whole)
        var count = 0
        while true {
            let disk = try sprites()
            disk.kill(afterChanges: count)
            try? await pack(disk)
            guard disk.restart() else { break }
            try await pack(disk)
            #expect(disk.paths == whole.paths, "killed after \(count)")
            #expect(disk.files["l.layout"] == whole.files["l.layout"])
            #expect(try disk.list("out").allSatisfy { $0.kind == .file }, "killed after \(count)")
            count += 1
        }
        #expect(count > 15)
    }

    @Test func `names of sets may be of any kind`() async throws {
        let disk = MemoryDisk()
        for columns in [4, 1] {
            try disk.put("do\\g\n.png", StraightImage(drawn: "rgbw", "rgbw"))
            try await slice(disk, "do\\g\n.png", columns: columns)
        }
        #expect(names(disk) == ["do\\g\n-0.png"])
    }

    @Test func `pages of another atlas are no sprites, wherever below they lie`() async throws {
        let disk = try sprites()
        try await pack(disk, to: "s/deep/out")
        #expect(try await pack(disk, to: "elsewhere").frames == 3)
        // What somebody else made of a page is a picture as any other.
        try disk.put("s/deep/out/atlas-0.png", sprite("w"))
        #expect(try await pack(disk, to: "elsewhere").frames == 4)
    }
}
