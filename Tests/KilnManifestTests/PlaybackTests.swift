import KilnManifest
import Testing

private let even = Manifest.Animation(frames: [4, 5, 6], fps: 10, loop: true)
private let uneven = Manifest.Animation(
    frames: [4, 5, 6],
    fps: 5,
    loop: true,
    durations: [100, 300, 200]
)

/// What an animation shows from moment to moment, as a timer that waits for each change sees it.
private func watch(_ playback: Playback, changes: Int) -> String {
    var time = 0.0
    var seen: [String] = []
    for _ in 0...changes {
        let moment = playback.moment(at: time)
        guard let wait = moment.untilChange else {
            seen.append("\(moment.frame)" + (moment.isFinished ? " end" : " still"))
            break
        }
        seen.append("\(moment.frame) for \(Int((wait * 1000).rounded()))")
        time += wait
    }
    return seen.joined(separator: ", ")
}

struct PlaybackTests {
    @Test(arguments: [
        (
            Playback(of: uneven),
            "0 for 100, 1 for 300, 2 for 200, 0 for 100, 1 for 300, 2 for 200, 0 for 100", 0.6
        ),
        (Playback(of: uneven, mode: .once), "0 for 100, 1 for 300, 2 for 200, 2 end", 0.6),
        (
            Playback(of: uneven, mode: .pingPong),
            "0 for 100, 1 for 300, 2 for 200, 1 for 300, 0 for 100, 1 for 300, 2 for 200", 0.9
        ),
        (Playback(of: uneven, mode: .once, speed: 2), "0 for 50, 1 for 150, 2 for 100, 2 end", 0.3),
        (
            Playback(of: uneven, mode: .once, speed: -1),
            "2 for 200, 1 for 300, 0 for 100, 0 end", 0.6
        ),
        (
            Playback(of: uneven, mode: .pingPong, speed: -1),
            "2 for 200, 1 for 300, 0 for 100, 1 for 300, 2 for 200, 1 for 300, 0 for 100", 0.9
        ),
        (Playback(of: uneven, speed: 0), "0 still", .infinity),
        (
            Playback(of: even),
            "0 for 100, 1 for 100, 2 for 100, 0 for 100, 1 for 100, 2 for 100, 0 for 100", 0.3
        ),
        (
            Playback(of: even, mode: .pingPong, speed: 0.5),
            "0 for 200, 1 for 200, 2 for 200, 1 for 200, 0 for 200, 1 for 200, 2 for 200", 0.8
        ),
        (Playback(of: even, mode: .once), "0 for 100, 1 for 100, 2 for 100, 2 end", 0.3),
        (Playback(of: .init(frames: [7], fps: 4, loop: true)), "0 still", 0.25),
        (Playback(of: .init(frames: [7], fps: 4, loop: true), mode: .pingPong), "0 still", 0.25),
        (Playback(of: .init(frames: [7], fps: 4, loop: false)), "0 for 250, 0 end", 0.25),
        (Playback(of: .init(frames: [7, 8], fps: 0, loop: true)), "0 still", 0),
        (Playback(of: .init(frames: [7, 8], fps: 0, loop: false)), "0 end", 0),
        (Playback(of: .init(frames: [], fps: 4, loop: true)), "0 still", 0),
    ])
    func `an animation goes its way`(playback: Playback, way: String, duration: Double) {
        #expect(watch(playback, changes: 6) == way)
        #expect(playback.duration == duration || abs(playback.duration - duration) < 1e-12)
    }

    @Test func `a timer meets every change, however sums of durations are rounded`() {
        for fps in 1...240 {
            for mode in Playback.Mode.allCases where mode != .once {
                let animation = Manifest.Animation(
                    frames: Array(0..<7),
                    fps: Double(fps),
                    loop: true
                )
                let playback = Playback(of: animation, mode: mode)
                let pass =
                    mode == .loop ? [0, 1, 2, 3, 4, 5, 6] : [0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
                var time = 0.0
                for change in 0..<1_000 {
                    let moment = playback.moment(at: time)
                    #expect(moment.frame == pass[change % pass.count], "\(fps) fps, \(change)")
                    time += moment.untilChange ?? .infinity
                }
            }
        }
    }

    @Test func `every tick of a display shows the frame of its number`() {
        for fps in [12, 24, 30, 60] {
            let playback = Playback(
                of: .init(frames: [0, 1, 2, 3, 4], fps: Double(fps), loop: true)
            )
            for tick in 0..<10_000 {
                #expect(playback.frame(at: Double(tick) / Double(fps)) == tick % 5)
            }
        }
    }

    @Test func `before its start an animation shows its first step, and waits`() {
        let once = Playback(of: uneven, mode: .once)
        #expect(once.moment(at: -2) == .init(frame: 0, isFinished: false, untilChange: 2.1))
        let back = Playback(of: uneven, mode: .once, speed: -2)
        #expect(back.moment(at: -2) == .init(frame: 2, isFinished: false, untilChange: 2.1))
        #expect(!once.isFinished(at: 0.59) && once.isFinished(at: 0.6))
    }

    @Test(arguments: Playback.Mode.allCases)
    func `no time, speed or duration stops a game`(mode: Playback.Mode) {
        let numbers = [
            0, -0.0, .leastNonzeroMagnitude, 1e-9, 1, -1, 1e18, 1e300, -1e300, .infinity,
            -.infinity, .nan,
            .greatestFiniteMagnitude,
        ]
        var animations = numbers.map { Manifest.Animation(frames: [0, 1, 2], fps: $0, loop: true) }
        animations += [[], [0, 0, 0], [-5, 100, 0], [.max, .max, .min], [7]].map {
            Manifest.Animation(frames: [0, 1, 2], fps: 1, loop: true, durations: $0)
        }
        for animation in animations {
            for speed in numbers {
                let playback = Playback(of: animation, mode: mode, speed: speed)
                #expect(playback.duration >= 0)
                for time in numbers {
                    let moment = playback.moment(at: time)
                    #expect((0..<3).contains(moment.frame))
                    #expect(moment.untilChange.map { $0 > 0 && $0.isFinite } ?? true)
                    #expect(!moment.isFinished || mode == .once && moment.untilChange == nil)
                }
            }
        }
        let forever = Playback(of: uneven, mode: mode).moment(at: .infinity)
        #expect(forever.isFinished == (mode == .once))
        #expect(forever.frame == (mode == .once ? 2 : 0))
    }
}
