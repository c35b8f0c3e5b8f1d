import Bake
import Diagnostics
import FileStore
import Foundation
import Raster
import TestSupport

/// A small game that was baked once, whose cache is fed with wrong bytes under right digests.
private struct BakedGame {
    private let volume: MemoryDisk.Volume
    private let record: String
    private let headers: [Digest: [UInt8]]
    private let keys: [Digest]
    private let payloads: [[UInt8]]
    /// Without its seal.
    private let recordBytes: [UInt8]

    private static let catalog = """
        {
          "catalogVersion": 1, "name": "small", "sources": ["art"],
          "canvas": { "width": 8, "height": 8 },
          "species": [ { "id": "dog", "anchors": { "head": [[4, 3], [4, 2]] } } ],
          "items": [
            { "id": "badge", "equipStyle": "overlay", "z": 2,
              "placement": { "anchor": "head", "offset": [4, 3] } },
            { "id": "coat", "equipStyle": "replaceSprite" }
          ],
          "sheets": {
            "dog_*": { "grid": { "columns": 2, "rows": 1 },
                       "animations": { "idle": { "frames": "0-1", "fps": 4 } } }
          },
          "looks": [ { "id": "l", "species": "dog", "overlays": ["badge"] } ],
          "targets": [
            { "id": "game", "kind": "atlas", "scales": [1, 2], "trim": "polygon",
              "formats": ["texturepacker-hash"] },
            { "id": "shots", "kind": "composites" }
          ]
        }
        """

    /// Blocks on a clear ground.
    private static func picture(_ width: Int, _ rects: [PixelRect?]) -> StraightImage {
        var image = StraightImage(size: PixelSize(width: width, height: 8) ?? .onePixel)
        for (index, rect) in rects.compactMap(\.self).enumerated() {
            for y in rect.y..<rect.maxY {
                for x in rect.x..<rect.maxX {
                    image[x, y] = StraightPixel(r: 200, g: UInt8(40 * index), b: 90, a: 255)
                }
            }
        }
        return image
    }

    init() {
        let disk = MemoryDisk()
        disk.put("game/catalog.json", Self.catalog)
        let pet = [
            PixelRect(x: 2, y: 1, width: 4, height: 4), PixelRect(x: 2, y: 4, width: 1, height: 3),
            PixelRect(x: 10, y: 2, width: 4, height: 4),
            PixelRect(x: 12, y: 5, width: 1, height: 2),
        ]
        for (name, rects) in [("dog_pet", pet), ("dog_pet_coat", pet.reversed())] {
            try? disk.put("game/art/\(name).png", Self.picture(16, rects))
        }
        let badge = [PixelRect(x: 1, y: 1, width: 3, height: 4)]
        try? disk.put("game/art/overlay_badge.png", Self.picture(6, badge))
        Self.bake(disk)
        let bakes = "game/.kiln-cache/bakes/"
        let files = disk.files
        let path = files.keys.first { $0.hasPrefix(bakes) && $0.hasSuffix(HeadersFile.suffix) }
        guard let path, let headers = HeadersFile.decode(files[path] ?? []) else {
            fatalError("the game cannot be baked")
        }
        volume = disk.volume
        record = String(path.dropLast(HeadersFile.suffix.count))
        self.headers = headers
        keys = headers.keys.sorted()
        let cache = BakeCache(folder: "game/.kiln-cache", disk: disk)
        payloads = keys.map { cache.payload(of: $0) ?? [] }
        recordBytes = (files[record] ?? []).dropLast(32)
    }

    private static func bake(_ disk: MemoryDisk) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            var request = BakeRequest(output: "out", jobs: 1)
            request.usesCache = true
            let outcome = try? await Bake.bake(catalogAt: "game/catalog.json", request, disk: disk)
            _ = renderText(outcome?.diagnostics ?? [], usesColor: true)
            done.signal()
        }
        done.wait()
    }

    /// What of the cache is replaced: the record, the header of an entry, or its payload.
    private enum Part {
        case record
        case header(Int)
        case payload(Int)
    }

    private func part(_ selector: UInt8) -> Part {
        let index = Int(selector & 0x7F) % (keys.count + 1)
        if index == keys.count { return .record }
        return selector < 0x80 ? .header(index) : .payload(index)
    }

    func original(_ selector: UInt8) -> [UInt8] {
        switch part(selector) {
        case .record: recordBytes
        case .header(let index): headers[keys[index]] ?? []
        case .payload(let index): payloads[index]
        }
    }

    func bake(_ selector: UInt8, _ bytes: [UInt8]) {
        let disk = MemoryDisk(volume)
        switch part(selector) {
        case .record:
            var out = ByteWriter(bytes: bytes)
            out.seal()
            disk.put(record, out.bytes)
        case .header(let index):
            var changed = headers
            changed[keys[index]] = bytes
            disk.put(record + HeadersFile.suffix, HeadersFile.encode(changed))
            disk.wipe(record)
            disk.wipe("out")
        case .payload(let index):
            let cache = BakeCache(folder: "game/.kiln-cache", disk: disk)
            cache.store(keys[index], header: headers[keys[index]] ?? [], payload: bytes)
            cache.flush()
            disk.wipe(record)
            disk.wipe("out")
        }
        Self.bake(disk)
    }
}

private let game = BakedGame()

/// Bakes from a cache with one part replaced; the first byte says which.
func bakeFromCache(_ bytes: [UInt8]) {
    guard let selector = bytes.first else { return }
    game.bake(selector, Array(bytes.dropFirst()))
}

/// Numbers that trap when somebody counts, indexes or computes with them.
private let words: [UInt64] = [
    .max, 1 << 63, (1 << 63) - 1, 1 << 62, 1 << 40, 1 << 33, 1 << 20, 256, 1, 0,
    Double.nan.bitPattern, Double.infinity.bitPattern, Double(-1e300).bitPattern,
    Double(1e9).bitPattern,
]

func mutatedCache(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
    let choice = Int.random(in: 0..<8, using: &random)
    guard choice > 1 else { return nil }
    var bytes = bytes
    if bytes.count < 10 || choice == 2 {
        let selector = UInt8.random(in: .min ... .max, using: &random)
        bytes = [selector] + game.original(selector)
    }
    guard bytes.count >= 9 else { return bytes }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 1...bytes.count - 8, using: &random)
        let word = words.randomElement(using: &random) ?? 0
        for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
    }
    return bytes
}

// MARK: - .kiln-files

private let mine = Array("mine".utf8)
private let foreign = [
    "notes.txt", "dog-notes.png", "dog.png", "sub/dog-1.txt", "atlas-notes.txt", "looks/a.txt",
]
/// Of the record on the disk below, the first file that is put there.
private let recordInode = 2

/// Slices a sheet into a folder with a record; files that no slice makes stay whatever it says.
func writeByRecord(_ bytes: [UInt8]) {
    let disk = MemoryDisk()
    disk.put("out/.kiln-files", bytes)
    precondition(disk.stamp("out/.kiln-files")?.inode == UInt64(recordInode))
    for name in foreign + ["dog-1.png", "dog-2.png"] { disk.put("out/\(name)", mine) }
    disk.put("other.png", mine)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        defer { done.signal() }
        let rules = ReplacementRules()
        let outputs = try? await LooseOutputs(in: "out", reading: [], rules, disk: disk)
        guard let outputs else { return }
        try? outputs.add([1], as: "dog-0.png", in: LooseSet(.slice, "dog"))
        _ = try? await outputs.commit(of: [LooseSet(.pack, "atlas"), LooseSet(.diff, "")])
    }
    done.wait()
    let files = disk.files
    for name in foreign { precondition(files["out/\(name)"] == mine, "\(name) is gone") }
    precondition(files["other.png"] == mine)
}

func mutatedRecord(_ bytes: [UInt8], _ random: inout MutationRandom) -> [UInt8]? {
    let names = foreign + ["dog-1.png", "dog-2.png", "dog-0.png", "../other.png"]
    guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
    var text = String(decoding: bytes, as: UTF8.self)
    if !text.contains("inode") || Int.random(in: 0..<8, using: &random) == 0 {
        text = """
            # Files that kiln wrote here and may replace; see kiln --help.
            # Only valid as inode \(recordInode); a copy of this file is not.

            """
    }
    let sets = ["slice as dog", "pack as atlas", "diff as ", "pack as dog", "slice as "]
    if Bool.random(using: &random) {
        text += "# Made together by kiln \(sets.randomElement(using: &random) ?? "")\n"
    }
    text += "\(Digest(of: mine).text)  \(names.randomElement(using: &random) ?? "")\n"
    return Array(text.utf8)
}
