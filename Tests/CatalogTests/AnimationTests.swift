import Catalog
import Diagnostics
import Testing

private func found(_ animation: String) -> (catalog: Catalog?, diagnostics: [Diagnostic]) {
    read(catalog(#""sheets": {"dog": {"animations": {"walk": \#(animation)}}}"#))
}

@Suite struct AnimationTests {
    @Test(
        arguments: [
            (#"{"frames": "0-3"}"#, [0, 1, 2, 3], nil),
            (#"{"frames": "0-3", "direction": "forward"}"#, [0, 1, 2, 3], nil),
            (
                #"{"frames": "0-2", "direction": "reverse", "durations": [10, 20, 30]}"#,
                [2, 1, 0], [30, 20, 10]
            ),
            (
                #"{"frames": "0-2", "direction": "pingpong", "durations": [10, 20, 30]}"#,
                [0, 1, 2, 1], [10, 20, 30, 20]
            ),
            (#"{"frames": "0-3", "direction": "pingpong"}"#, [0, 1, 2, 3, 2, 1], nil),
            (#"{"frames": [4, 7], "direction": "pingpong"}"#, [4, 7], nil),
            (#"{"frames": [4], "direction": "pingpong", "durations": [9]}"#, [4], [9]),
            // The sheet has five cells.
            (#"{"direction": "reverse"}"#, [4, 3, 2, 1, 0], nil),
        ] as [(String, [Int], [Int]?)]
    )
    func `frames and durations go in the direction of play`(
        text: String,
        frames: [Int],
        durations: [Int]?
    ) throws {
        let (read, diagnostics) = found(text)
        #expect(diagnostics == [])
        let animation = try #require(read?.sheet(for: "dog").value.animations.first)
        #expect(animation.playedFrames(of: 5) == frames)
        #expect(animation.playedDurations == durations)
    }

    /// An animation has at most 4,096 frames; of animations there may be many.
    @Test(arguments: [(4_000, 0), (4_096, 0), (4_097, 100)])
    func `many long animations are read up to the limit of each`(frames: Int, reported: Int) throws
    {
        let animations = (0..<500).map { #""a\#($0)": {"frames": "0-\#(frames - 1)"}"# }
        let (found, diagnostics) = read(
            catalog(
                #""sheets": {"dog": {"animations": {\#(animations.joined(separator: ","))}}}"#
            )
        )
        // Of one kind so many are reported, and the others counted.
        #expect(diagnostics.count { $0.others == 0 } == reported)
        #expect(diagnostics.reduce(0) { $0 + $1.others } == (reported > 0 ? 500 - reported : 0))
        guard reported == 0 else { return }
        let kept = try #require(found?.sheet(for: "dog").value.animations)
        #expect(kept.count == 500)
        #expect(kept.allSatisfy { $0.frames?.count == frames })
    }

    @Test func `the speed next to durations is the mean`() throws {
        let animation = try #require(
            found(#"{"durations": [100, 300]}"#).catalog?.sheet(for: "dog").value.animations.first
        )
        #expect(animation.meanFramesPerSecond == 5)
    }

    @Test(arguments: [
        (
            #"{"frames": "0-3", "durations": [100, 200]}"#,
            [
                """
                catalog.json:2:74: error[duration-count]: animation "walk" does not have one duration for each frame, found 2 durations, expected 4
                  help: give one number of milliseconds for each frame
                """
            ]
        ),
        (
            #"{"frames": "0-3", "durations": [100]}"#,
            [
                """
                catalog.json:2:74: error[duration-count]: animation "walk" does not have one duration for each frame, found 1 duration, expected 4
                  help: give one number of milliseconds for each frame
                """
            ]
        ),
        (
            #"{"fps": 8, "durations": [100, 200]}"#,
            [
                """
                catalog.json:2:51: error[bad-value]: "fps" is next to "durations", which say how long each frame is shown
                  help: remove one of them
                """
            ]
        ),
        (
            #"{"durations": [0, 60001]}"#,
            [
                #"catalog.json:2:58: error[value-out-of-range]: "durations" is out of range, found 0, expected 1 to 60000"#,
                #"catalog.json:2:61: error[value-out-of-range]: "durations" is out of range, found 60001, expected 1 to 60000"#,
            ]
        ),
        (
            #"{"direction": "pingpog"}"#,
            [
                """
                catalog.json:2:57: error[bad-value]: "direction" is unknown, found "pingpog", expected one of forward, reverse, pingpong
                  help: did you mean "pingpong"?
                """
            ]
        ),
    ])
    func `what cannot be played is reported`(text: String, expected: [String]) {
        #expect(found(text).diagnostics.map(\.description) == expected)
    }
}
