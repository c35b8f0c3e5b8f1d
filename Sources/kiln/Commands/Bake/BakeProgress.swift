import Bake
import Console
import Diagnostics
import Dispatch
import Synchronization

/// What people see while a bake runs: one line that is drawn over, with stage, count and a bar.
///
/// Also collects the spans of all work for the summary and the trace. A class with a lock, because
/// every worker reports to it.
final class BakeProgress: Sendable {
    private struct State {
        var stage: BakeStage?
        var done = 0
        var total = 0
        var drawn = ""
        var lastDraw: UInt64 = 0
        var spans: [BakeSpan] = []
    }

    private let console = Console.standardError
    private let isShown: Bool
    private let keepsSpans: Bool
    private let state = Mutex(State())

    init(_ values: Values, keepsSpans: Bool = false) throws {
        let isWatched = try console.isTerminal && !values[Shared.quiet]
        isShown = try values[Shared.progress].isOn(isWatched)
        self.keepsSpans = keepsSpans
    }

    var spans: [BakeSpan] { state.withLock { $0.spans } }

    var monitor: BakeMonitor {
        var monitor = BakeMonitor()
        monitor.now = monotonicNanoseconds
        monitor.began = { stage, total in self.begin(stage, total) }
        monitor.ended = { span in self.end(span) }
        return monitor
    }

    private func begin(_ stage: BakeStage, _ total: Int) {
        state.withLock { state in
            if state.stage != stage {
                state.done = 0
                state.total = 0
            }
            state.stage = stage
            state.total += total
            state.lastDraw = 0
            draw(&state)
        }
    }

    private func end(_ span: BakeSpan) {
        state.withLock { state in
            if keepsSpans { state.spans.append(span) }
            guard span.stage == state.stage else { return }
            state.done += 1
            draw(&state)
        }
    }

    /// Takes the line away; call before anything else is printed.
    func clear() {
        state.withLock { state in
            guard isShown, !state.drawn.isEmpty else { return }
            console.write(Array("\r\u{1B}[K".utf8))
            state.drawn = ""
        }
    }

    private func draw(_ state: inout State) {
        guard isShown, let stage = state.stage else { return }
        let now = monotonicNanoseconds()
        // Thirty times a second is smooth; more would only cost.
        guard state.done == state.total || now - state.lastDraw > 33_000_000 else { return }
        let line = Self.line(stage, state.done, state.total, width: console.width)
        guard line != state.drawn else { return }
        // One write a picture, and no clearing first: nothing flickers.
        console.write(Array("\r\(line)\u{1B}[K".utf8))
        state.drawn = line
        state.lastDraw = now
    }

    /// Such as "rendering 120/4000 ━━━━───────".
    private static func line(_ stage: BakeStage, _ done: Int, _ total: Int, width: Int) -> String {
        let name =
            switch stage {
            case .render: "rendering"
            case .pack: "packing"
            case .pages: "encoding pages"
            case .write: "writing"
            }
        guard total > 1 else { return name }
        let head = "\(name) \(done)/\(total) "
        let room = min(40, width - head.count - 1)
        guard room >= 10 else { return head }
        let filled = min(room, room * done / total)
        return head + String(repeating: "━", count: filled)
            + String(repeating: "─", count: room - filled)
    }
}

/// A clock that only goes forward.
@Sendable
private func monotonicNanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// The spans as a Chrome trace: `chrome://tracing` and Perfetto show what each worker did.
func chromeTrace(_ spans: [BakeSpan]) -> some Encodable {
    struct Event: Encodable {
        var name: String
        var cat: String
        var ph = "X"
        /// Microseconds.
        var ts: Double
        var dur: Double
        var pid = 1
        var tid: Int
    }
    struct Trace: Encodable {
        var displayTimeUnit = "ms"
        var traceEvents: [Event]
    }
    let start = spans.map(\.start).min() ?? 0
    return Trace(
        traceEvents: spans.sorted { ($0.start, $0.lane) < ($1.start, $1.lane) }.map { span in
            Event(
                name: span.name,
                cat: span.stage.rawValue,
                ts: Double(span.start - start) / 1000,
                dur: Double(span.end - span.start) / 1000,
                tid: span.lane
            )
        }
    )
}

/// "render 1.2 s, pages 0.4 s": from the first to the last piece of each stage.
func stageTimes(_ spans: [BakeSpan]) -> String {
    BakeStage.allCases.compactMap { stage -> String? in
        let own = spans.filter { $0.stage == stage }
        guard let start = own.map(\.start).min(), let end = own.map(\.end).max() else { return nil }
        let milliseconds = Double(end - start) / 1_000_000
        return "\(stage.rawValue) \(decimal(milliseconds, 1)) ms"
    }.joined(separator: ", ")
}
