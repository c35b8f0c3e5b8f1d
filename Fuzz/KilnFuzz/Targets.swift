import AtlasBuilding
import AtlasPack
import Bake
import Catalog
import Diagnostics
import FileStore
import Foundation
import ImageCodec
import KilnManifest
import Raster

/// What is fed, by name.
///
/// A reader may refuse its input, but neither trap nor hang; and what it accepts is good for the
/// next step.
nonisolated(unsafe) let targets: [String: ([UInt8]) -> Void] = [
    "png": readPicture,
    "jpeg": readPicture,
    "gif": readPicture,
    "webp": readPicture,
    "aseprite": readDocument,
    "catalog": readWholeCatalog,
    "manifest": readManifest,
    "layout": readLayout,
    "atlas": readDescriptor,
    "template": renderTemplate,
    "tokens": readColorTokens,
    "answers": readAnswer,
    "keying": keyTinyPicture,
    "cache": bakeFromCache,
    "record": writeByRecord,
]

/// Small, so that many pictures are tried in a second.
private let limits = {
    var limits = DecodeLimits()
    limits.maximumSide = 512
    limits.maximumPixels = 1 << 16
    limits.maximumScans = 20
    return limits
}()

private func readPicture(_ bytes: [UInt8]) {
    // A changed byte fails its chunk's checksum: what lies behind it is tried first.
    let tried = [withRightChecksums(bytes), bytes].compactMap(\.self)
    for bytes in tried.first == bytes ? [bytes] : tried {
        _ = try? readImageInfo(bytes, limits: limits)
        _ = try? readSheetFacts(bytes, limits: limits)
        if let sheet = try? decodeSheet(bytes, limits: limits) {
            let whole = PixelRect(sheet.image.size)
            precondition(sheet.cells.allSatisfy(whole.contains))
            precondition([0, sheet.cells.count].contains(sheet.durations.count))
        }
        guard let decoded = try? decodeImage(bytes, limits: limits) else { continue }
        precondition(decoded.image.pixels.count == decoded.image.size.area)
    }
}

private func readDocument(_ bytes: [UInt8]) {
    _ = try? readImageInfo(bytes, limits: limits)
    guard let facts = try? readSheetFacts(bytes, limits: limits) else { return }
    precondition(facts.tags.allSatisfy { $0.frames.upperBound < facts.frames })
    // All layers that show, and some alone.
    let parts: [String?] = [nil] + facts.parts.prefix(3).map(Optional.some)
    for part in parts {
        guard let sheet = try? decodeSheet(bytes, part: part, limits: limits) else { continue }
        precondition(sheet.cells.count == facts.frames)
        precondition(
            sheet.cells.allSatisfy { cell in
                cell.maxX <= sheet.image.width && cell.maxY <= sheet.image.height
            }
        )
    }
}

private func readWholeCatalog(_ bytes: [UInt8]) {
    let (catalog, problems) = readCatalog(bytes, path: "catalog.json")
    precondition(catalog != nil || !problems.isEmpty)
    guard let catalog else { return }
    var small = catalog
    // Every species wears every item for every axis value.
    small.species = Array(catalog.species.prefix(4))
    small.items = Array(catalog.items.prefix(8))
    small.axes = catalog.axes.prefix(2).map { axis in
        var axis = axis
        axis.values = Array(axis.values.prefix(4))
        return axis
    }
    let names = small.species.map(\.id) + small.items.map { $0.asset }
    let index = AssetIndex(files: names.map { $0 + ".png" }, contents: [:], sourceDensity: 1)
    let coverage = Coverage(catalog: small, index: index)
    let found =
        problems + coverage.diagnostics + checkCatalog(small)
        + checkArt(small, coverage, assets: index.assets.map(\.name))
    _ = renderText(found, usesColor: true)
    _ = renderSARIF(found, version: "1")
    // An image set's contents are read by the same parser.
    _ = AssetIndex(
        files: ["x.imageset/a.png"],
        contents: ["x.imageset/Contents.json": bytes],
        sourceDensity: 1
    )
}

private func readColorTokens(_ bytes: [UInt8]) {
    let catalog = ##"{"colors": "t.json", "chroma": {"key": "a.b"}, "catalogVersion": 1}"##
    _ = readCatalog(Array(catalog.utf8), path: "catalog.json") { _, _ in bytes }
}

private func readManifest(_ bytes: [UInt8]) {
    guard let manifest = try? Manifest(json: Data(bytes)) else { return }
    guard let again = try? manifest.json(), let same = try? Manifest(json: again) else {
        preconditionFailure("a manifest that was read cannot be written and read again")
    }
    precondition(same == manifest)
    for look in manifest.looks.map(\.look) {
        _ = try? manifest.quads(for: look, scale: 1)
        _ = try? manifest.pageFiles(for: look, scale: 1)
        _ = try? manifest.wearable(look, elseSpecies: manifest.species.first?.id)
        for (name, _) in (try? manifest.animations(of: look)) ?? [:] {
            _ = try? manifest.playback(of: look, animation: name).moment(at: 1e6)
        }
    }
}

private func readLayout(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self),
        let lock = try? LayoutLock(parsing: text)
    else { return }
    let written = lock.text
    precondition((try? LayoutLock(parsing: written)) == lock)
    let names = lock.sprites.keys.sorted().prefix(6) + ["new", "newer"]
    for side in [9, 40] {
        guard let size = PixelSize(width: side, height: side + 3) else { continue }
        let items = names.map { PackItem(name: $0, size: lock.sprites[$0]?.rect.size ?? size) }
        for repack in [RepackRule.never, .always] {
            guard let plan = try? packStable(items, keeping: lock, repack: repack) else { continue }
            precondition((try? LayoutLock(parsing: plan.lock.text)) == plan.lock)
        }
    }
}

private func readDescriptor(_ bytes: [UInt8]) {
    for ending in AtlasFormat.fileEndings {
        let file = ExportedFile(path: "a\(ending)", bytes: bytes)
        guard let format = AtlasFormat.detected(in: file),
            let atlases = try? readAtlas([file], format: format)
        else { continue }
        _ = try? export(atlases, format: format)
    }
}

private func renderTemplate(_ bytes: [UInt8]) {
    let source = String(decoding: bytes, as: UTF8.self)
    guard let template = try? Template(source, path: "a.txt.mustache") else { return }
    let sprite = JSONOutput.object([
        ("name", .string("a \"b\"")), ("x", .number(1)), ("rotated", .bool(true)),
        ("pivot", .bool(false)), ("aliases", .array([])),
    ])
    let page = JSONOutput.object([("image", .string("a.png")), ("sprites", .array([sprite]))])
    let context = JSONOutput.object([
        ("atlas", .object([("name", .string("a")), ("scale", .number(2))])),
        ("sprites", .array([sprite, sprite])), ("pages", .array([page, page])),
    ])
    let limit = 1 << 16
    let text = try? template.rendered(context, limit: limit, tagLimit: 1 << 12) { $0 }
    precondition((text?.utf8.count ?? 0) <= limit)
}

/// A PNG whose chunks have the checksums of what they hold; nil when the bytes are no PNG.
func withRightChecksums(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    var bytes = bytes
    var start = 8
    while start + 12 <= bytes.count {
        let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - start - 12 else { break }
        let end = start + 8 + length
        let sum = checksum(bytes[start + 4..<end])
        for place in 0..<4 {
            bytes[end + place] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * place))
        }
        start = end + 4
    }
    return bytes
}

/// CRC-32 as PNG has it (PNG specification, annex D).
private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}
