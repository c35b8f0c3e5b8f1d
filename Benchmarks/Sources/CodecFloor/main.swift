import Foundation
import ImageCodec

// Usage: CodecFloor INPUTS PAGES
// Prints the seconds of processor time that it takes to decode every PNG of INPUTS and to encode every page of
// PAGES again, by the codecs that a bake uses. A bake cannot take less, divided by the cores.

func pictures(in folder: String) throws -> [[UInt8]] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        .filter { $0.hasSuffix(".png") }
        .map { [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: $0))) }
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
    try body()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

let inputs = try pictures(in: CommandLine.arguments[1])
let pages = try pictures(in: CommandLine.arguments[2]).map { try decodeImage($0).image }
let decoding = try seconds { for bytes in inputs { _ = try decodeImage(bytes) } }
let encoding = try seconds { for page in pages { _ = try encodePNG(page) } }
print("\(decoding) \(encoding)")
