import ChromaKey
import Foundation
import ImageCodec
import ProcessorTime

// Usage: CodecFloor INPUTS PAGES
// Prints the seconds of processor time on one core that it takes to decode every PNG of INPUTS, to key every one of
// them, and to encode every page of PAGES again, as a bake does. A bake cannot take less, divided by the cores.

func pictures(in folder: String) throws -> [[UInt8]] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        .filter { $0.hasSuffix(".png") }
        .map { [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: $0))) }
}

let inputs = try pictures(in: CommandLine.arguments[1])
let pages = try pictures(in: CommandLine.arguments[2]).map { try decodeImage($0).image }
let decoding = try processorTime { for bytes in inputs { _ = try decodeImage(bytes) } }
// A picture is keyed while the cache still has it.
let decodingAndKeying = try processorTime {
    for bytes in inputs {
        _ = key(try decodeImage(bytes).image)
    }
}
let encoding = try processorTime { for page in pages { _ = try encodePNG(page) } }
print("\(decoding) \(decodingAndKeying - decoding) \(encoding)")
