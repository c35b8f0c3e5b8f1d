import Diagnostics
import Testing

@Suite struct JSONOutputTests {
    private let atlas: JSONOutput = .object([
        (
            "frames",
            .object([
                ("hat", .object([("frame", .object([("x", 0), ("y", .digits("0.50"))]))])),
                ("\"", .object([("tags", ["a", "b"])])),
            ])
        ),
        ("sizes", [[1, 2], []]), ("none", .object([])), ("empty", .null),
    ])

    @Test func `people get a line for each member, and short lists on one`() {
        #expect(
            atlas.indented == #"""
                {
                  "frames": {
                    "hat": {
                      "frame": {
                        "x": 0,
                        "y": 0.50
                      }
                    },
                    "\"": {
                      "tags": ["a", "b"]
                    }
                  },
                  "sizes": [
                    [1, 2],
                    []
                  ],
                  "none": {},
                  "empty": null
                }
                """#
        )
    }

    @Test func `descriptors get a line for each record`() {
        #expect(
            atlas.recordLines == #"""
                {
                  "frames": {
                    "hat": {"frame": {"x": 0, "y": 0.50}},
                    "\"": {"tags": ["a", "b"]}
                  },
                  "sizes": [
                    [1, 2],
                    []
                  ],
                  "none": {},
                  "empty": null
                }
                """#
        )
    }

    @Test func `programs get no space`() {
        #expect(
            atlas.compact
                == #"{"frames":{"hat":{"frame":{"x":0,"y":0.50}},"\"":{"tags":["a","b"]}},"sizes":[[1,2],[]],"none":{},"empty":null}"#
        )
    }
}
