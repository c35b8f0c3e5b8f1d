import Bake
import Diagnostics

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
