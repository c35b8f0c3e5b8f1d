import CCommand
import FileStore

/// An HTTP server on 127.0.0.1 that handles one request after another.
@safe
final class LoopbackServer {
    struct Failure: Error, CustomStringConvertible {
        let port: UInt16
        /// The system's message.
        let reason: String

        var description: String { "error: cannot listen on port \(port): \(reason)" }
    }

    struct Answer {
        var status = 200
        var type = "text/plain; charset=utf-8"
        var bytes: [UInt8]
        var headers: [(name: String, value: String)] = []

        static func refusal(_ status: Int, _ text: String) -> Answer {
            Answer(status: status, bytes: Array((text + "\n").utf8))
        }
    }

    /// A request, which must be answered once.
    @safe
    struct Request {
        fileprivate let request: OpaquePointer

        var isGet: Bool { unsafe kiln_request_is_get(request) }
        var isPost: Bool { unsafe kiln_request_is_post(request) }
        /// Path and query, encoded.
        var target: String { unsafe String(cString: kiln_request_target(request)) }

        func header(_ name: String) -> String? {
            unsafe kiln_request_header(request, name).map { unsafe String(cString: $0) }
        }

        var body: [UInt8] {
            var count = 0
            guard let bytes = unsafe kiln_request_body(request, &count) else { return [] }
            return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    private let server: OpaquePointer

    static var isBuilt: Bool { kiln_server_is_built() }

    /// Port 0 lets the system choose.
    init(port: UInt16) throws(Failure) {
        let limits = kiln_server_limits(
            header_bytes: 16 << 10,
            body_bytes: 1 << 20,
            seconds: 15,
            connections: 64
        )
        guard let opened = unsafe kiln_server_open(port, limits) else {
            let reason = RealDisk.lastError
            throw Failure(
                port: port,
                reason: Self.isBuilt ? reason : "this kiln was built without libevent"
            )
        }
        unsafe server = opened
    }

    deinit { unsafe kiln_server_close(server) }

    var port: UInt16 { unsafe kiln_server_port(server) }

    /// Handles what the connections bring for a moment, shorter in a `hurry`; nil if no request is
    /// complete.
    func nextRequest(hurry: Bool = false) -> Request? {
        if let request = unsafe kiln_server_next(server) { return unsafe Request(request: request) }
        unsafe kiln_server_wait(server, hurry ? 2 : 50)
        return unsafe kiln_server_next(server).map { unsafe Request(request: $0) }
    }

    func send(_ answer: Answer, to request: Request) {
        set([("Content-Type", answer.type)] + answer.headers, of: request)
        unsafe answer.bytes.withUnsafeBufferPointer { bytes in
            unsafe kiln_request_answer(
                request.request,
                Int32(answer.status),
                bytes.baseAddress,
                bytes.count
            )
        }
    }

    /// Who gets an event.
    enum Channel: Int32 {
        case pages, games
    }

    /// Answers with server-sent events.
    func stream(
        _ channel: Channel,
        to request: Request,
        headers: [(name: String, value: String)] = []
    ) {
        let own = [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")]
        set(own + headers, of: request)
        unsafe kiln_request_stream(server, request.request, channel.rawValue)
    }

    /// Sends text to all streams of a channel.
    func push(_ text: String, to channel: Channel) {
        let bytes = Array(text.utf8)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe kiln_server_push(server, channel.rawValue, bytes.baseAddress, bytes.count)
        }
    }

    /// Sends nothing: streams that were closed are only noticed when something is sent to them.
    func keepAlive() {
        for channel in [Channel.pages, .games] { push(": still here\n\n", to: channel) }
    }

    /// Whether a request names this server, not a host that was made to lead here.
    func isNamed(by request: Request) -> Bool {
        let hosts = ["127.0.0.1", "localhost"].map { "\($0):\(port)" }
        return request.header("Host").map(hosts.contains) ?? false
    }

    /// Opens an address in the user's browser; false if that cannot be done.
    static func openInBrowser(_ address: String) -> Bool { unsafe kiln_open_in_browser(address) }

    private func set(_ headers: [(name: String, value: String)], of request: Request) {
        for (name, value) in headers { unsafe kiln_request_set(request.request, name, value) }
    }
}

/// Tells running games that a bake is done, over server-sent events; see `watchForBakes` in
/// Examples/web/kiln.js.
extension LoopbackServer {
    private static let gamePath = "/baked"

    /// What games listen to.
    var gameAddress: String { "http://127.0.0.1:\(port)\(Self.gamePath)" }

    /// Opens a stream of events for a game; false for another request.
    ///
    /// Pages that this machine serves may ask, whatever their port. They learn that a bake is done,
    /// and nothing else.
    func admitGame(_ request: Request) -> Bool {
        guard request.isGet, request.target == Self.gamePath else { return false }
        let origin = request.header("Origin")
        guard isNamed(by: request), origin.map(isOfThisMachine) ?? true else {
            send(.refusal(403, "only games on this machine are told of bakes"), to: request)
            return true
        }
        stream(
            .games,
            to: request,
            headers: origin.map { [("Access-Control-Allow-Origin", $0)] } ?? []
        )
        return true
    }

    func announceBake() { push("event: baked\ndata: 1\n\n", to: .games) }

    private func isOfThisMachine(_ origin: String) -> Bool {
        let parts = origin.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.count == 2 || UInt16(parts[2]) != nil else {
            return false
        }
        return parts[0] == "http" && ["//127.0.0.1", "//localhost"].contains(parts[1])
    }
}
