// swift-format-ignore-file: NeverForceUnwrap

import ChromaKey
import Foundation
import ImageCodec
import ProcessorTime
import Raster

// Usage: KeyBench [--digest] [--only CASE] ART [SMALL]
// ART is a folder of PNGs: 16 of them, enlarged to fit, make a sheet of 2048 x 2048. SMALL is a folder of small
// pictures on their screen; without it sprites of ART are reduced to 136 x 128. Sheets are keyed in
// place, but where it says "new picture"; the small ones are not.
// Prints rows of a Markdown table: processor time on one core, and ffmpeg's colorkey filter beside it.
// With --digest: a digest of each result instead, to compare two builds. With --only: one case of the
// table, without the peer, as a profiler wants it.

/// What to key, and how.
struct Case {
    var name: String
    var pictures: [StraightImage]
    var settings: KeySettings
    var hints = KeyHints()
    /// One picture, keyed in its place.
    var isInPlace = true
    var area: Int { pictures.reduce(0) { $0 + $1.size.area } }

    /// The least processor time of several rounds.
    func seconds(rounds: Int) -> Double {
        guard isInPlace, var work = pictures.first else {
            return (0..<rounds).map { _ in
                processorTime {
                    for picture in pictures {
                        let keyed = key(picture, settings: settings, hints: hints)
                        precondition(keyed.report.clearPixels > 0, "nothing keyed")
                    }
                }
            }.min() ?? 0
        }
        return (0..<rounds).map { _ in
            work.copy(from: pictures[0], at: PixelPoint(x: 0, y: 0))
            return processorTime {
                let report = key(inPlace: &work, settings: settings, hints: hints)
                precondition(report.clearPixels > 0, "nothing keyed")
            }
        }.min() ?? 0
    }

    /// FNV-1a over all pixels, and over all reports.
    func digest() -> (pixels: UInt64, reports: UInt64) {
        var pixels: UInt64 = 0xcbf2_9ce4_8422_2325
        var reports = pixels
        for picture in pictures {
            let keyed = key(picture, settings: settings, hints: hints)
            for pixel in keyed.image.pixels {
                for byte in [pixel.r, pixel.g, pixel.b, pixel.a] {
                    pixels = (pixels ^ UInt64(byte)) &* 0x100_0000_01b3
                }
            }
            for byte in "\(keyed.report)".utf8 {
                reports = (reports ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return (pixels, reports)
    }
}

var arguments = Array(CommandLine.arguments.dropFirst())
let printsDigests = arguments.first == "--digest"
if printsDigests { arguments.removeFirst() }
var only: String?
if arguments.count > 1, arguments[0] == "--only" {
    only = arguments[1]
    arguments.removeFirst(2)
}
guard let folder = arguments.first else {
    print("usage: KeyBench [--digest] [--only CASE] ART [SMALL]")
    exit(2)
}

/// The pictures of a folder; ends the program when there are none.
func readArt(_ folder: String) -> Sheet {
    guard let art = try? Sheet(folder: folder) else {
        print("KeyBench: \(folder) has no PNG, or one that cannot be read")
        exit(2)
    }
    return art
}

let art = readArt(folder)
let sheet = art.picture(cell: PixelSize(width: 512, height: 512)!, columns: 4, rows: 4)
let small =
    arguments.count > 1
    ? readArt(arguments[1]).sprites
    : (0..<200).map {
        art.picture(cell: PixelSize(width: 136, height: 128)!, columns: 1, rows: 1, first: $0)
    }
let temporary = NSTemporaryDirectory() + "/keybench-\(ProcessInfo.processInfo.processIdentifier)"
try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: temporary) }
let peer =
    only.map { !$0.contains("4:2:0") } == true ? nil : try Colorkey(sheet, folder: temporary)

let modes: [(String, KeySettings)] = [
    ("gpuimage", KeySettings(mode: .gpuimage)), ("distance", KeySettings(mode: .distance)),
    ("fast", KeySettings(mode: .fast)), ("best", KeySettings()),
]
/// Those that look at more than single pixels, and so at what kind of screen and picture it is.
let keyers = modes.filter { !$1.mode.isFormula }
var cases = modes.map { Case(name: "`\($0)`", pictures: [sheet], settings: $1) }
let shaded = only == nil || only?.contains("uneven") == true ? sheet.uneven() : sheet
cases += keyers.map {
    Case(name: "`\($0)`, uneven and noisy", pictures: [shaded], settings: $1)
}
if let jpeg = try peer?.jpeg() {
    let decoded = try decodeImage(jpeg).image
    cases += keyers.map {
        Case(
            name: "`\($0)`, 4:2:0",
            pictures: [decoded],
            settings: $1,
            hints: KeyHints(chromaSubsampling: .quarter)
        )
    }
}
cases += modes.map {
    Case(name: "`\($0)`, small pictures", pictures: small, settings: $1, isInPlace: false)
}
cases += modes.map {
    Case(name: "`\($0)`, new picture", pictures: [sheet], settings: $1, isInPlace: false)
}
if let only { cases = cases.filter { $0.name.filter { $0 != "`" } == only } }

if printsDigests {
    for test in cases {
        let digest = test.digest()
        print(String(format: "%016lx %016lx", digest.pixels, digest.reports), test.name)
    }
    exit(0)
}
let peerBefore = only == nil ? try peer?.seconds() : nil
var times = [Double](repeating: .infinity, count: cases.count)
for _ in 0..<(only == nil ? 3 : 20) {
    for (index, test) in cases.enumerated() {
        times[index] = min(times[index], test.seconds(rounds: test.pictures.count > 1 ? 1 : 3))
    }
}
let peerAfter = only == nil ? try peer?.seconds() : nil
let peerSpeed = peer.flatMap { _ in
    peerBefore.flatMap { before in
        peerAfter.map { Double(sheet.size.area) / min(before, $0) / 1e6 }
    }
}
var loads = [Double](repeating: 0, count: 3)
getloadavg(&loads, 3)
print(String(format: "load %.1f", loads[0]))
print("| | Mpx/s | of `colorkey` | pictures/s |")
print("| --- | --- | --- | --- |")
if let peerSpeed { print(String(format: "| ffmpeg's `colorkey` | %.0f | 1 | |", peerSpeed)) }
for (test, time) in zip(cases, times) {
    let speed = Double(test.area) / time / 1e6
    let ratio = peerSpeed.map { String(format: "%.2f", speed / $0) } ?? ""
    let rate =
        test.pictures.count > 1 ? String(format: "%.0f", Double(test.pictures.count) / time) : ""
    print(String(format: "| \(test.name) | %.0f | \(ratio) | \(rate) |", speed))
}
