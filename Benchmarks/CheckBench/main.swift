import Bake
import Catalog
import ChromaKey
import Diagnostics
import Foundation
import ImageCodec
import ProcessorTime
import Raster

// Usage: CheckBench FOLDER
// Measures validation on the game of FOLDER (made by emoji-game), in seconds of processor time: the
// checks of the catalog alone, and the checks of pictures against decoding the same pictures. Keying
// is not part of either side; its time is printed beside them.

struct Stopwatch {
    private(set) var seconds = 0.0

    mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = processorTime()
        defer { seconds += processorTime() - start }
        return try body()
    }
}

func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

func row(_ name: String, _ measured: String, _ goal: String) {
    print("| \(name) | \(measured) | \(goal) |")
}

func milliseconds(_ seconds: Double) -> String { "\(Int(seconds * 1000 + 0.5)) ms" }

let game = URL(filePath: CommandLine.arguments[1])
let paths = try FileManager.default.contentsOfDirectory(atPath: game.appending(path: "art").path)
    .filter { $0.hasSuffix(".png") }.sorted().map { "art/" + $0 }
let text = try bytes(game.appending(path: "catalog.json"))

var catalogTime = Stopwatch()
let findings = catalogTime.measure {
    let (catalog, problems) = readCatalog(text, path: "catalog.json")
    guard let catalog else { return problems.count }
    let index = AssetIndex(files: paths)
    let coverage = Coverage(catalog: catalog, index: index)
    let checks =
        checkCatalog(catalog) + checkArt(catalog, coverage, assets: index.assets.map(\.name))
    return (problems + index.diagnostics + coverage.diagnostics + checks).count
}
precondition(findings == 0, "the game has \(findings) problems")

var (decoding, keying, checking) = (Stopwatch(), Stopwatch(), Stopwatch())
var (decodingCutOut, checkingCutOut) = (Stopwatch(), Stopwatch())
let green = HexColor(r: 0, g: 255, b: 0)
var errors = 0
for path in paths {
    let file = try bytes(game.appending(path: path))
    let source = try decoding.measure { try decodeImage(file).image }
    let keyed = keying.measure { key(source) }
    let facts = KeyFacts(
        path: path,
        wish: .always,
        declared: .color(green),
        screen: green
    )
    let found = checking.measure {
        checkKeying(facts, source: source)
            + checkPicture(CheckedPicture(path: path, image: keyed.image, screen: green))
    }
    errors += found.count { $0.severity == .error }
    // The same art as it comes when it was cut out before.
    let png = try encodePNG(keyed.image)
    let cutOut = try decodingCutOut.measure { try decodeImage(png).image }
    let bare = checkingCutOut.measure {
        checkPicture(CheckedPicture(path: path, image: cutOut))
    }
    errors += bare.count { $0.severity == .error }
}
precondition(errors == 0, "\(errors) pictures have errors")

func ratio(_ checks: Stopwatch, _ decoding: Stopwatch) -> String {
    let hundredths = Int((decoding.seconds + checks.seconds) / decoding.seconds * 100 + 0.5)
    return "\(milliseconds(decoding.seconds)) + \(milliseconds(checks.seconds)) = "
        + "\(Double(hundredths) / 100)"
}

print("pictures \(paths.count), processor time on one core")
print("| validation | measured | goal |")
print("| --- | --- | --- |")
row("catalog checks alone", milliseconds(catalogTime.seconds), "200 ms")
row("decoding + checks of pictures over green", ratio(checking, decoding), "1.3")
row("decoding + checks of cut-out pictures", ratio(checkingCutOut, decodingCutOut), "1.3")
row("keying, in neither", milliseconds(keying.seconds), "")
