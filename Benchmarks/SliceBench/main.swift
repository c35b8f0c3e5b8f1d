import Foundation
import ImageCodec
import ProcessorTime
import Raster
import SheetSlicing

// Usage: SliceBench [KEYED.png COUNT]
// Cuts and registers a keyed sheet with COUNT figures; without one, a made sheet of 2048x1024 (2.1 Mpx) with 12
// figures in two rows, of which three touch. Prints rows of a Markdown table: processor time on one core, the least
// of seven runs, and how that is to decoding the same sheet as PNG in the same runs.

/// Round bodies with legs, shaded, with soft rims.
func madeSheet() -> StraightImage {
    var image = StraightImage(size: PixelSize(width: 2048, height: 1024) ?? .onePixel)
    var state: UInt32 = 1
    for figure in 0..<12 {
        let pull = figure == 2 || figure == 3 ? 30 * (figure - 1) : 0
        let (x, y) = (figure % 6 * 336 + 180 - pull, figure / 6 * 500 + 220 + figure % 3)
        for dy in -180...210 {
            for dx in -160...160 {
                let away = Double(dx * dx + dy * dy).squareRoot()
                let isLeg = dy > 0 && abs(abs(dx) - 70) < 22
                guard away < 154 || isLeg else { continue }
                state = state &* 1_664_525 &+ 1_013_904_223
                let shade = UInt8(120 + (dy + 180) / 4 + Int(state >> 29))
                let alpha = isLeg ? 255 : UInt8(max(0, min(255, (154 - away) * 128)))
                image[x + dx, y + dy] = StraightPixel(r: shade, g: 90, b: 255 - shade, a: alpha)
            }
        }
    }
    return image
}

let arguments = CommandLine.arguments
let sheet =
    arguments.count > 2
    ? try decodeImage([UInt8](Data(contentsOf: URL(filePath: arguments[1])))).image : madeSheet()
let count = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 12
let bytes = try encodePNG(sheet)
let settings = IslandSettings(count: count)
var (decoding, cutting, registering) = (Double.infinity, Double.infinity, Double.infinity)
for _ in 0..<7 {
    var (image, frames) = (sheet, 0)
    decoding = min(decoding, try processorTime { image = try decodeImage(bytes).image })
    var cut = try cutSheet(image, .islands(settings))
    cutting = min(cutting, try processorTime { cut = try cutSheet(image, .islands(settings)) })
    registering = min(
        registering,
        processorTime { frames = registerFrames(image, cut, RegisterSettings()).frames.count }
    )
    precondition(frames == count, "cut wrongly")
}
print("| \(sheet.size), \(count) figures | milliseconds | to decoding |")
print("| --- | --- | --- |")
for (name, seconds) in [
    ("decode PNG", decoding), ("cut", cutting), ("register by feet", registering),
    ("cut and register", cutting + registering),
] {
    print(String(format: "| %@ | %.1f | %.2f |", name, seconds * 1000, seconds / decoding))
}
