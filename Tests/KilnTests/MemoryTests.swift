import Foundation
import ImageCodec
import Raster
import Testing

/// Limits count addresses, of which a program has more than it uses: some 50 MB for itself, and what
/// it reserves in case that a picture does not shrink.
@Suite(.serialized)
struct MemoryTests {
    /// Discs of changing colors on green, whose pixels alone take 268 MB.
    private static func sheet(side: Int = 8192) -> StraightImage {
        let green = StraightPixel(r: 0, g: 255, b: 0)
        var image = StraightImage(
            size: PixelSize(width: side, height: side) ?? .onePixel,
            filledWith: green
        )
        let cell = 256
        for y in 0..<side {
            for column in 0..<side / cell {
                let down = y % cell - cell / 2
                let half = Int(Double(max(0, 90 * 90 - down * down)).squareRoot())
                let color = StraightPixel(
                    r: UInt8(200 - column % 64),
                    g: UInt8(30 + y / cell % 64),
                    b: UInt8(60 + down / 16)
                )
                let middle = column * cell + cell / 2
                for x in middle - half..<middle + half { image[x, y] = color }
            }
        }
        return image
    }

    private static func run(
        _ arguments: [String],
        _ folder: TemporaryFolder,
        limitInMegabytes: Int
    ) throws -> BuiltCommand {
        try BuiltCommand(
            arguments,
            in: folder.url,
            // Each heap of a thread reserves 64 MB of addresses.
            environment: ["MALLOC_ARENA_MAX": "1"],
            limitInMegabytes: limitInMegabytes
        )
    }

    private static func folder(_ names: String..., side: Int = 8192) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let file = Data(try encodePNG(sheet(side: side), effort: .fast))
        for name in names { try file.write(to: folder.url.appending(path: name)) }
        return folder
    }

    @Test(.enabled(if: !BuiltCommand.isSanitized, "a sanitizer takes more"))
    func `keying and slicing take little more than the picture's own memory`() throws {
        let folder = try Self.folder("sheet.png")
        let key = try Self.run(
            ["key", "sheet.png", "-o", "keyed.png", "--feather", "4", "--erode", "2"],
            folder,
            limitInMegabytes: 550
        )
        #expect(key.status == 0, "\(key.errors)")
        let slice = try Self.run(
            ["slice", "sheet.png", "-o", "cells", "--grid", "4x4", "--quiet"],
            folder,
            limitInMegabytes: 450
        )
        #expect(slice.status == 0, "\(slice.errors)")
        let cells = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: "cells").path
        ).filter { !$0.hasPrefix(".") }
        #expect(cells.count == 16)
    }

    @Test(.enabled(if: !BuiltCommand.isSanitized, "a sanitizer takes more"))
    func `pictures wait for each other when memory does not hold both`() throws {
        let folder = try Self.folder("a.png", "b.png")
        let run = try Self.run(
            ["key", "a.png", "b.png", "-o", "out", "-j", "2", "--memory", "600MB"],
            folder,
            limitInMegabytes: 650
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "wrote out/a.png\nwrote out/b.png\n")
    }

    @Test func `a picture that needs too much is an error of its own`() throws {
        let folder = try Self.folder("big.png", side: 1024)
        let green = StraightPixel(r: 0, g: 255, b: 0)
        var small = StraightImage(
            size: try #require(PixelSize(width: 64, height: 64)),
            filledWith: green
        )
        for index in 20..<44 { small[index, 30] = StraightPixel(r: 200, g: 20, b: 40) }
        try Data(try encodePNG(small)).write(to: folder.url.appending(path: "small.png"))
        let run = try BuiltCommand(
            ["key", "big.png", "small.png", "-o", "out", "--memory", "5.5MB"],
            in: folder.url
        )
        #expect(run.status == 1)
        #expect(
            run.errors
                == "big.png: error: needs 8 MB, 5 MB allowed, see --memory\nnothing was written\n"
        )
        #expect(run.output == "")
        for command in [
            ["slice", "big.png", "-o", "out", "--grid", "2x2"],
            ["pack", folder.url.path, "-o", "pages"],
        ] {
            let run = try BuiltCommand(command + ["--memory", "4MB"], in: folder.url)
            #expect(run.status == 1, "\(command)")
            #expect(run.errors.contains("big.png: error: needs "), "\(run.errors)")
            #expect(run.errors.contains(" MB, 4 MB allowed, see --memory\n"), "\(run.errors)")
        }
    }

    @Test(arguments: ["512", "0MB", "-1GB", "1e3MB", "GB", "12 parsecs", "99999999999TB"])
    func `a size has a number above 0 and a unit`(size: String) throws {
        let run = try BuiltCommand(["key", "a.png", "-o", "out", "--memory", size])
        #expect(run.status == 2)
        #expect(run.errors.contains("expected a size with its unit, as 512MB or 2GB"))
    }
}
