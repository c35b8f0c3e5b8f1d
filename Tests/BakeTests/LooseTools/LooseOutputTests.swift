import Bake
import ChromaKey
import Diagnostics
import FileStore
import Raster
import SheetSlicing
import TestSupport
import Testing

/// Commands without a catalog neither destroy what they read nor what they did not write.
struct LooseOutputTests {
    private let hat = StraightImage(drawn: "gggggg", "ggrrgg", "grrrrg", "ggrrgg", "gggggg")
    private let cap = StraightImage(drawn: "gggggg", "ggbbgg", "gbbbbg", "gggggg", "gggggg")

    private func sprites() throws -> MemoryDisk {
        let disk = MemoryDisk()
        try disk.put("s/hat.png", hat)
        try disk.put("s/atlas-0.png", cap)
        return disk
    }

    private func rules(isForced: Bool) -> ReplacementRules {
        var rules = ReplacementRules()
        rules.isForced = isForced
        return rules
    }

    private func key(
        _ disk: MemoryDisk,
        _ inputs: [String],
        to output: String,
        isForced: Bool = false,
        mask: Bool = false
    ) async throws -> KeyedPictures {
        var request = KeyRequest(inputs: inputs, output: output, settings: .init(), jobs: 1)
        request.rules = rules(isForced: isForced)
        request.writesMask = mask
        return try await keyPictures(request, disk: disk)
    }

    private func pack(
        _ disk: MemoryDisk,
        to output: String,
        isForced: Bool = false
    ) async throws -> PackSummary {
        var request = PackRequest(folder: "s", output: output, jobs: 1)
        request.rules = rules(isForced: isForced)
        return try await packPictures(request, disk: disk)
    }

    @Test func `no command writes over what it reads`() async throws {
        let disk = try sprites()
        let before = disk.files
        await #expect(throws: Obstruction.self) { try await key(disk, ["s"], to: "s") }
        await #expect(throws: Obstruction.self) {
            try await key(disk, ["s/hat.png"], to: "s/hat.png")
        }
        await #expect(throws: Obstruction.self) { try await key(disk, ["s/hat.png"], to: "s") }
        await #expect(throws: Obstruction.self) { try await pack(disk, to: "s") }
        await #expect(throws: Obstruction.self) { try await pack(disk, to: "s", isForced: true) }
        #expect(disk.files == before)
        // One picture in its own place, as asked for.
        #expect(try await key(disk, ["s/hat.png"], to: "s/hat.png", isForced: true).isWritten)
        #expect(disk.files["s/hat.png"] != before["s/hat.png"])
    }

    @Test func `frames of a slice replace no picture of somebody else`() async throws {
        let disk = MemoryDisk()
        try disk.put("row.png", StraightImage(drawn: "rrbb", "rrbb"))
        try disk.put("row-1.png", hat)
        let before = disk.files
        let grid = GridLayout(columns: 2, rows: 1)
        var request = SliceRequest(input: "row.png", cut: .grid(grid))
        request.folder = "."
        await #expect(throws: Obstruction.self) { try await slicePicture(request, disk: disk) }
        #expect(disk.files == before)
        request.rules = rules(isForced: true)
        #expect(try await slicePicture(request, disk: disk).frames.count == 2)
        #expect(disk.files["row-1.png"] != before["row-1.png"])
    }

    @Test func `a command replaces what it made, also another day, until somebody changes it`()
        async throws
    {
        let disk = try sprites()
        _ = try await key(disk, ["s/hat.png"], to: "keyed")
        try disk.put("s/hat.png", cap)
        #expect(try await key(disk, ["s/hat.png"], to: "keyed").isWritten)
        _ = try await pack(disk, to: "atlas")
        try disk.put("s/hat.png", hat)
        _ = try await pack(disk, to: "atlas")
        disk.put("atlas/atlas-0.json", "retouched")
        let before = disk.files
        try disk.put("s/hat.png", cap)
        await #expect(throws: Obstruction.self) { try await pack(disk, to: "atlas") }
        #expect(disk.files["atlas/atlas-0.json"] == Array("retouched".utf8))
        #expect(disk.files["atlas/atlas-0.png"] == before["atlas/atlas-0.png"])
    }

    @Test func `what was made without a record is left when it would become something else`()
        async throws
    {
        let disk = try sprites()
        _ = try await pack(disk, to: "atlas")
        disk.wipe("atlas/.kiln-files")
        // The same bytes again are nothing new.
        _ = try await pack(disk, to: "atlas")
        disk.wipe("atlas/.kiln-files")
        try disk.put("s/hat.png", cap)
        await #expect(throws: Obstruction.self) { try await pack(disk, to: "atlas") }
    }

    @Test func `one bad picture, and nothing is written`() async throws {
        let disk = try sprites()
        try disk.put("s/plain.png", StraightImage(drawn: "rrrr", "bbbb"))
        disk.put("s/broken.png", "no picture")
        let keyed = try await key(disk, ["s"], to: "keyed")
        #expect(!keyed.isWritten && keyed.outcomes.count == 4)
        #expect(!disk.paths.contains { $0.hasPrefix("keyed") })
        await #expect(throws: PackFailure.self) { try await pack(disk, to: "atlas") }
        #expect(!disk.paths.contains { $0.hasPrefix("atlas") })
    }

    @Test func `a mask that another picture's result would be is refused`() async throws {
        let disk = MemoryDisk()
        try disk.put("s/hat.png", hat)
        try disk.put("s/hat-mask.png", cap)
        await #expect(throws: CommandFailure.self) {
            try await key(disk, ["s"], to: "keyed", mask: true)
        }
    }

    @Test func `several pictures do not go to the name of one`() async throws {
        let disk = try sprites()
        let before = disk.files
        for (inputs, what) in [
            (["s/hat.png", "s/atlas-0.png"], "2 inputs"), (["s"], "the folder s"),
        ] {
            let error = await #expect(throws: CommandFailure.self) {
                try await key(disk, inputs, to: "one.png")
            }
            #expect(
                error?.description == """
                    error: several pictures need a folder, found the name of one picture, one.png, \
                    for \(what)
                      help: name a folder with -o, such as one
                    """
            )
        }
        #expect(disk.files == before)
        // A folder may have any name.
        disk.put("one.png/mine", "mine")
        #expect(try await key(disk, ["s"], to: "one.png").isWritten)
        #expect(disk.files["one.png/hat.png"] != nil)
    }

    @Test func `an output folder inside of the input is no input the second time`() async throws {
        let disk = try sprites()
        for _ in 0..<2 {
            #expect(try await key(disk, ["s"], to: "s/keyed").outcomes.count == 2)
        }
    }

    @Test func `a link, folder or pipe in the way is named, by force too`() async throws {
        let disk = try sprites()
        disk.put("elsewhere", "mine")
        disk.putLink("keyed/hat.png", to: "../elsewhere")
        disk.put("other/hat.png/inner", "mine")
        disk.putPipe("third/hat.png")
        let before = disk.files
        for folder in ["keyed", "other", "third"] {
            await #expect(throws: Obstruction.self) {
                try await key(disk, ["s/hat.png"], to: folder, isForced: true)
            }
        }
        #expect(disk.files == before)
    }

    @Test func `a full disk leaves nothing of a run`() async throws {
        let disk = try sprites()
        let before = disk.files
        disk.limit(toBytes: disk.usedBytes + 150)
        await #expect(throws: (any Error).self) { try await pack(disk, to: "atlas") }
        disk.limit(toBytes: nil)
        #expect(disk.files == before)
    }

    @Test func `the record can be read by other tools, with names of any kind`() async throws {
        let disk = MemoryDisk()
        try disk.put("s/line\nfeed.png", hat)
        try disk.put("s/back\\slash.png", hat)
        _ = try await key(disk, ["s"], to: "keyed")
        let text = String(decoding: disk.files["keyed/.kiln-files"] ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines[0].hasPrefix("#") && lines[1].hasPrefix("#"))
        #expect(lines[2].hasPrefix("\\") && lines[2].hasSuffix("  back\\\\slash.png"))
        #expect(lines[3].hasPrefix("\\") && lines[3].hasSuffix("  line\\nfeed.png"))
        try disk.put("s/line\nfeed.png", cap)
        #expect(try await key(disk, ["s"], to: "keyed").isWritten)
    }
}
