import Bake
import Testing

struct SheetTimelineTests {
    private func text(_ cells: [[Int]]) -> [String] {
        SheetTimeline(cells).steps.map { "\($0.duration): \($0.frames)" }
    }

    @Test func `cells of one pace step together`() {
        #expect(text([[100, 100], [100, 100]]) == ["100: [0, 0]", "100: [1, 1]"])
    }

    @Test func `a short animation begins again until the longest ends`() {
        #expect(
            text([[100, 100, 100], [100, 100]])
                == ["100: [0, 0]", "100: [1, 1]", "100: [2, 0]"]
        )
    }

    @Test func `every change of any cell is a step`() {
        #expect(
            text([[200, 100], [150, 150]])
                == ["150: [0, 0]", "50: [0, 1]", "100: [1, 1]"]
        )
    }

    @Test func `an empty place stands still`() {
        #expect(text([[], [50, 50]]) == ["50: [0, 0]", "50: [0, 1]"])
        #expect(text([[], []]) == [])
    }
}
