import AtlasBuilding
import Bake
import FileStore
import ImageCodec
import Raster
import SheetSlicing
import TestSupport
import Testing

/// Commands without a catalog on files that have frames, layers and tags of their own.
struct OwnFramesTests {
    private func document(tags: [String: ClosedRange<Int>] = [:]) -> AsepriteFile {
        var file = AsepriteFile(2, 1, frames: 3)
        for (name, frames) in tags.sorted(by: { $0.key < $1.key }) {
            file.addTag(name, frames, direction: name == "back" ? 1 : 0)
        }
        file.addLayer("body")
        for (frame, row) in ["rr", "bb", "yy"].enumerated() {
            file.addCel(0, StraightImage(drawn: row), frame: frame)
        }
        return file
    }

    private func packed(_ files: [String: [UInt8]]) async throws -> String {
        let disk = MemoryDisk()
        for (name, bytes) in files { disk.put("s/\(name)", bytes) }
        let request = PackRequest(folder: "s", output: "out", jobs: 1)
        _ = try await packPictures(request, disk: disk)
        let texts = disk.files.filter { $0.key.hasPrefix("out/") && !$0.key.hasSuffix(".png") }
        return texts.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    @Test func `each frame is packed under a number`() async throws {
        let text = try await packed(["pet.aseprite": document().bytes])
        for name in ["pet_0", "pet_1", "pet_2"] { #expect(text.contains("\"\(name)\""), "\(name)") }
    }

    @Test func `frames of tags are packed under their names, others under numbers`() async throws {
        let text = try await packed(["pet.ase": document(tags: ["back": 1...2]).bytes])
        for name in ["pet_back_0", "pet_back_1", "pet_0"] {
            #expect(text.contains("\"\(name)\""), "\(name)")
        }
        #expect(!text.contains("\"pet_1\""))
    }

    @Test(.enabled(if: hasLibrary("gif"))) func `packed frames restore to those of their files`()
        async throws
    {
        let disk = MemoryDisk()
        let frames = ["rb", "br", "yy"].map { StraightImage(drawn: $0) }
        let sequence = try #require(PictureSequence(frames: frames, fps: 5))
        disk.put("s/walk.gif", try #require(encodeGIF(sequence)))
        disk.put("s/pet.ase", document(tags: ["back": 1...2]).bytes)
        disk.put("s/hat.png", try encodePNG(StraightImage(drawn: "bb")))
        _ = try await packPictures(PackRequest(folder: "s", output: "out", jobs: 1), disk: disk)
        let restored = try await verifyAtlas("out/atlas-0.json", against: "s", disk: disk)
        #expect(restored.verified == 7)
        #expect(restored.flaws.isEmpty)
        // One frame is another, and one is gone.
        let other = ["rb", "bb"].map { StraightImage(drawn: $0) }
        let changed = try #require(PictureSequence(frames: other, fps: 5))
        disk.put("s/walk.gif", try #require(encodeGIF(changed)))
        let flawed = try await verifyAtlas("out/atlas-0.json", against: "s", disk: disk)
        #expect(flawed.verified == 5)
        #expect(
            flawed.flaws.map(\.description) == [
                "frame \"walk_1\" restores to other pixels, 1 differ, the first at 1,0",
                "frame \"walk_2\" has no picture in the folder",
            ]
        )
    }

    @Test func `two frames of one name are refused`() async throws {
        let files = ["pet.aseprite": document().bytes, "pet_1.aseprite": AsepriteFile(1, 1).bytes]
        await #expect(throws: PackFailure.self) { try await packed(files) }
    }

    @Test(.enabled(if: hasLibrary("gif"))) func `what a sheet needs is that of all its frames`()
        async throws
    {
        let disk = MemoryDisk()
        let frame = StraightImage(size: PixelSize(width: 100, height: 100)!, filledWith: .clear)
        let sequence = try #require(
            PictureSequence(frames: [StraightImage](repeating: frame, count: 64), fps: 5)
        )
        disk.put("walk.gif", try #require(encodeGIF(sequence)))
        var request = SliceRequest(input: "walk.gif", cut: .auto(IslandSettings()))
        request.takesOwnFrames = true
        request.folder = "out"
        await MemoryBudget.$current.withValue(MemoryBudget(bytes: 2_000_000)) {
            let failure = await #expect(throws: PictureFailure.self) {
                try await slicePicture(request, disk: disk)
            }
            let text = failure?.message ?? ""
            #expect(text.contains("2 MB allowed"), "\(text)")
        }
    }

    /// Every tag has all frames, under a long name: packing makes a name for each frame of each.
    @Test func `tags that multiply frames are refused`() {
        var file = AsepriteFile(1, 1, frames: 1000)
        for tag in 0..<100 { file.addTag("\(tag)" + String(repeating: "n", count: 60), 0...999) }
        let error = #expect(throws: ImageDecodingError.self) { try readSheetFacts(file.bytes) }
        #expect(error?.description.contains("its tags name more frames") == true)
    }

    @Test func `inspecting reports frames, layers, tags and slices`() throws {
        var file = document(tags: ["back": 0...1])
        file.addSlice("hand", [(0, (0, 0, 1, 1))], pivot: (0, 0))
        let disk = MemoryDisk()
        disk.put("pet.aseprite", file.bytes)
        let facts = try inspectPicture("pet.aseprite", disk: disk)
        #expect(facts.frames == 3)
        #expect(facts.durations == [100, 100, 100])
        #expect(facts.layers == ["body"])
        #expect(facts.tags?.map(\.direction) == [.reverse])
        #expect(facts.slices?.map { $0.pivot != nil } == [true])
    }
}
