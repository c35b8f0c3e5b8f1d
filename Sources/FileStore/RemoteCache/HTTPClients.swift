import CSystem
import Synchronization

struct HTTPRequest: Sendable {
    /// Below the address of the cache.
    var path: String
    /// The body of a PUT; nil for a GET.
    var body: [UInt8]?
    /// The maximum size of a response.
    var most: Int
}

enum HTTPAnswer: Sendable {
    /// A response; with the host of a redirect, for a warning.
    case content([UInt8], redirect: String = "")
    case missing
    /// Why there was no usable response.
    case failure(String)
    /// Skipped after earlier failures.
    case unasked
}

/// Connections to one server; thread-safe, with a separate client for each concurrent request.
final class HTTPClients: Sendable {
    @safe
    private struct Client: @unchecked Sendable {
        let http: OpaquePointer
    }

    private struct State {
        var free: [Client] = []
        var all: [Client] = []
        var isCancelled = false
    }

    /// The maximum total size of the responses in a batch, unless a single one may be larger.
    private static let mostAnswered = 256 << 20

    private let address: RemoteAddress
    private let agent: String
    private let certificates: String?
    private let patience: Patience
    private let state = Mutex(State())

    init(
        _ address: RemoteAddress,
        agent: String,
        certificates: String?,
        patience: Patience
    ) {
        self.address = address
        self.agent = agent
        self.certificates = certificates
        self.patience = patience
    }

    deinit {
        for client in state.withLock({ $0.all }) { unsafe kiln_http_close(client.http) }
    }

    /// Fails all requests from now on.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            for client in state.all { unsafe kiln_http_cancel(client.http) }
        }
    }

    /// Performs requests concurrently, up to the server's limit.
    ///
    /// After `mostFailures` in a row the rest is skipped. Responses are by index.
    func answers(to requests: [HTTPRequest], mostFailures: Int) -> [HTTPAnswer] {
        let client: Client
        do throws(Trouble) {
            client = try taken()
        } catch {
            return requests.map { _ in .failure(error.text) }
        }
        defer { state.withLock { $0.free.append(client) } }
        let largest = requests.reduce(0) { max($0, $1.most) }
        let batch = unsafe kiln_http_batch_make(
            requests.count,
            max(Self.mostAnswered, largest)
        )
        guard let batch = unsafe batch else {
            return requests.map { _ in .failure("there is no memory for requests") }
        }
        defer { unsafe kiln_http_batch_free(batch) }
        for (index, request) in requests.enumerated() {
            let body = request.body ?? []
            let isSet = unsafe body.withUnsafeBytes { bytes in
                unsafe kiln_http_batch_set(
                    batch,
                    index,
                    "\(address.base)/\(request.path)",
                    request.body != nil,
                    bytes.baseAddress,
                    bytes.count,
                    // Error responses must fit too.
                    max(1 << 16, request.most)
                )
            }
            guard isSet else { return requests.map { _ in .failure("there is no memory") } }
        }
        unsafe kiln_http_perform(client.http, batch, mostFailures)
        return requests.indices.map { unsafe answer(batch, $0) }
    }

    private func answer(_ batch: OpaquePointer, _ index: Int) -> HTTPAnswer {
        let status = unsafe kiln_http_status(batch, index)
        let host = unsafe String(cString: kiln_http_host(batch, index))
        let redirect = host.isEmpty ? "" : ", after a redirect to \(host)"
        func failure(_ reason: String) -> HTTPAnswer { .failure(reason + redirect) }
        switch status {
        case 200...299:
            var size = 0
            let body = unsafe kiln_http_body(batch, index, &size)
            return .content(
                unsafe Array(UnsafeBufferPointer(start: body, count: size)),
                redirect: redirect
            )
        case 404, 410: return .missing
        case 0:
            if unsafe kiln_http_is_unasked(batch, index) { return .unasked }
            return failure(unsafe String(cString: kiln_http_reason(batch, index)))
        case 401: return failure("401, it wants a user and a password, or a token")
        case 403: return failure("403, it does not allow that")
        case 413: return failure("413, it takes no file of that size")
        case 507: return failure("507, its disk is full")
        default: return failure("it answers with status \(status)")
        }
    }

    private struct Trouble: Error {
        var text: String
    }

    private func taken() throws(Trouble) -> Client {
        let known = try state.withLock { (state) throws(Trouble) in
            if state.isCancelled { throw Trouble(text: "interrupted") }
            return state.free.popLast()
        }
        if let known { return known }
        let client = try opened()
        state.withLock { state in
            state.all.append(client)
            if state.isCancelled { unsafe kiln_http_cancel(client.http) }
        }
        return client
    }

    private func opened() throws(Trouble) -> Client {
        var reason: UnsafePointer<CChar>?
        var settings = unsafe kiln_http_settings()
        unsafe settings.connect_milliseconds = patience.connecting
        unsafe settings.stall_seconds = patience.stalling
        unsafe settings.total_milliseconds = patience.request
        unsafe settings.most_at_once = 16
        let words = words
        let http = unsafe withCStrings(words) { pointers in
            unsafe settings.user_agent = pointers[0]
            unsafe settings.authorization = pointers[1]
            unsafe settings.user = pointers[2]
            unsafe settings.password = pointers[3]
            unsafe settings.netrc = pointers[4]
            unsafe settings.certificates = pointers[5]
            return unsafe kiln_http_open(&settings, &reason)
        }
        if let http = unsafe http { return unsafe Client(http: http) }
        let text = unsafe reason.map { unsafe String(cString: $0) }
        throw Trouble(text: text ?? "there is no memory for connections")
    }

    private var words: [String?] {
        var words: [String?] = [agent, nil, nil, nil, nil, certificates]
        switch address.credentials {
        case .token(let token): words[1] = "Authorization: Bearer \(token)"
        case .basic(let user, let password): (words[2], words[3]) = (user, password)
        case .netrc(let path): words[4] = path ?? ""
        }
        return words
    }

    /// Why no requests are possible; nil if they are.
    static var trouble: String? {
        var reason: UnsafePointer<CChar>?
        var settings = unsafe kiln_http_settings()
        unsafe settings.most_at_once = 1
        if let http = unsafe kiln_http_open(&settings, &reason) {
            unsafe kiln_http_close(http)
            return nil
        }
        return unsafe reason.map { unsafe String(cString: $0) } ?? "there is no memory"
    }
}

package struct Patience: Sendable {
    /// For a connection, in milliseconds.
    package var connecting = 5_000
    /// Until 1 KB has been transferred, or the whole response; in seconds.
    package var stalling = 10
    /// For a whole response, in milliseconds; plus a second for every 8 KB transferred.
    package var request = 60_000
    /// For all responses that a bake waits for, in milliseconds.
    package var bake = 300_000

    package init() {}
}

private func withCStrings<Result>(
    _ texts: [String?],
    _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
    let copies = unsafe texts.map { text -> UnsafeMutablePointer<CChar>? in
        guard let text else { return nil }
        let characters = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
        for (index, character) in characters.enumerated() { unsafe copy[index] = character }
        return unsafe copy
    }
    defer { for index in unsafe copies.indices { unsafe copies[index]?.deallocate() } }
    return unsafe body(copies.map { unsafe $0.map { unsafe UnsafePointer($0) } })
}
