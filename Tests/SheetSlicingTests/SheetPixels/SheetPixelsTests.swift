import Raster
import SheetSlicing
import TestSupport
import Testing

struct SheetPixelsTests {
    private static let bird = StraightImage(
        drawn:
            "...####...",
        "..#bbbb#..",
        ".#bbw#bb#.",
        ".#bbwwbb#y",
        ".#bbbbbb#.",
        "#bb#bbb#b#",
        "#bbb#bbbb#",
        ".#bbb##b#.",
        "..#bbbb#..",
        "...#..#...",
        "..##.##..."
    )

    /// A letter's pixels, each enlarged to a block, at each of `places`.
    private func sheet(_ block: Int, at places: [(x: Int, y: Int)]) -> StraightImage {
        StraightImage(400, 140) { x, y in
            for place in places {
                let (column, row) = ((x - place.x) / block, (y - place.y) / block)
                guard x >= place.x, y >= place.y, column < 10, row < 11 else { continue }
                return Self.bird[column, row]
            }
            return .clear
        }
    }

    @Test func `figures that were cut out become small, wherever they stood`() throws {
        let image = sheet(7, at: [(13, 9), (120, 12), (251, 3)])
        let cut = try cutSheet(image, .islands(IslandSettings(count: 3)))
        let (small, frames, result) = Pixelation().applied(to: cut, of: image)
        guard case .blocks(let width, let height) = result else {
            Issue.record("no blocks were found")
            return
        }
        #expect(abs(width - 7) < 0.1 && abs(height - 7) < 0.1)
        #expect(frames.frames.map(\.column) == [0, 1, 2])
        for frame in frames.frames { #expect(frame.picture(from: small) == Self.bird) }
    }

    @Test func `cells stay cells, and figures keep their places in them`() throws {
        let image = sheet(5, at: [(20, 30), (115, 35), (220, 30), (320, 30)])
        let cut = try cutSheet(image, .grid(GridLayout(columns: 4, rows: 1)))
        let (small, frames, _) = Pixelation(size: 5).applied(to: cut, of: image)
        #expect(Set(frames.frames.map(\.box.size)).count == 1)
        let places = frames.frames.map { $0.picture(from: small).opaqueBounds() }
        let first = try #require(places[0])
        #expect(
            places.map { "\(($0?.x ?? 0) - first.x), \(($0?.y ?? 0) - first.y)" }
                == ["0, 0", "-1, 1", "0, 0", "0, 0"]
        )
    }

    @Test func `art without blocks stays as it is`() throws {
        let image = sheet(1, at: [(13, 9), (120, 12)])
        let cut = try cutSheet(image, .islands(IslandSettings()))
        let (same, frames, result) = Pixelation().applied(to: cut, of: image)
        #expect(result == .noBlocks)
        #expect(same == image && frames.frames.map(\.box) == cut.frames.map(\.box))
    }
}
