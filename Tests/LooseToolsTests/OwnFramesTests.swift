import FileStore
import LooseTools
import Raster
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

    @Test func `two frames of one name are refused`() async throws {
        let files = ["pet.aseprite": document().bytes, "pet_1.aseprite": AsepriteFile(1, 1).bytes]
        await #expect(throws: PackFailure.self) { try await packed(files) }
    }

    @Test func `inspecting tells frames, layers, tags and slices`() throws {
        var file = document(tags: ["back": 0...1])
        file.addSlice("hand", [(0, (0, 0, 1, 1))], pivot: (0, 0))
        let disk = MemoryDisk()
        disk.put("pet.aseprite", file.bytes)
        let facts = try inspectPicture("pet.aseprite", disk: disk)
        #expect(facts.frames == 3)
        #expect(facts.durations == [100, 100, 100])
        #expect(facts.layers == ["body"])
        #expect(facts.tags?.map(\.direction) == ["reverse"])
        #expect(facts.slices?.map(\.hasPivot) == [true])
    }
}
