import KernelTypes
import Raster
import SheetSlicing
import TestSupport
import Testing

struct RegistrationTests {
    private let sheet = StraightImage(
        drawn:
            "................",
        ".###.......###..",
        ".###..###..###..",
        ".###..###..###..",
        ".#.#..###..#.#..",
        "......#.#......."
    )

    private func registered(_ settings: RegisterSettings) throws -> RegisteredSheet {
        let cut = try cutSheet(sheet, .islands(IslandSettings(smallest: 1)))
        return registerFrames(sheet, cut, settings)
    }

    @Test func `feet stand on one line and frames lie upon each other`() throws {
        let result = try registered(RegisterSettings())
        let figure = StraightImage(drawn: "###", "###", "###", "#.#")
        #expect(result.frames == [figure, figure, figure])
        #expect(result.corrections.map(\.dy) == [0, -1, 0])
        #expect(result.anchor.y == 4)
    }

    @Test func `without registration frames keep their places in even cells`() throws {
        let result = try registered(RegisterSettings(anchor: .none))
        #expect(result.size.height == 5)
        #expect(result.corrections.allSatisfy { $0.dx == 0 && $0.dy == 0 })
    }

    @Test func `the toes of a leg that steps far out stand on the ground`() throws {
        // One row of 22 hangs at the side; of a tail it would be more.
        let leg = ["################....", "####################", "..................##"]
        let rows = [String](repeating: "################....", count: 22) + leg
        let sheet = StraightImage(rows: rows)
        let cut = try cutSheet(sheet, .islands(IslandSettings(smallest: 1)))
        #expect(registerFrames(sheet, cut, RegisterSettings()).anchor.y == 25)
    }

    @Test func `limits tell the frame that is off`() throws {
        let limits = RegisterLimits(maxDrift: 0.5)
        let result = try registered(RegisterSettings(limits: limits))
        #expect(result.excesses.contains(.drift(frame: 1, found: 1, limit: 0.5)))
        #expect(!result.excesses.contains { if case .breathing = $0 { true } else { false } })
    }

    @Test func `heights become even by whole pixels`() throws {
        let sheet = StraightImage(
            drawn:
                "##........",
            "##..##..##",
            "##..##..##",
            "##..##..##"
        )
        let cut = try cutSheet(sheet, .islands(IslandSettings(smallest: 1)))
        let result = registerFrames(sheet, cut, RegisterSettings(height: .even))
        #expect(result.corrections.map(\.heightBefore) == [4, 3, 3])
        #expect(result.corrections.map(\.heightAfter) == [3, 3, 3])
        #expect(result.frames.allSatisfy { $0.isHardEdged })
    }

    @Test func `the middle of a color stands still, and its absence is reported`() throws {
        let sheet = StraightImage(drawn: "###.###.###", "#r#.##r.###", "###.###.###")
        let cut = try cutSheet(sheet, .islands(IslandSettings(smallest: 1)))
        let red = RegisterAnchor.color(RGB(220, 30, 40))
        let result = registerFrames(sheet, cut, RegisterSettings(anchor: red))
        #expect(result.corrections.map(\.hasAnchor) == [true, true, false])
        #expect(result.excesses == [.noAnchor(frame: 2)])
        #expect(
            result.corrections[0].place.x + 1 == result.corrections[1].place.x + 2
        )
    }
}
