import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server of Bazel's cache protocol in this process, which does as it is asked: well, or not.
public final class CacheServer: Sendable {
    public struct Request: Sendable {
        public var method: String
        /// With its slash in front.
        public var path: String
        /// Names in lower case.
        public var headers: [String: String]
        public var body: [UInt8]
        /// How many came before.
        public var number: Int
    }

    /// What is done in place of answering well.
    public enum Fault: Sendable {
        case status(Int)
        /// To another address.
        case redirection(String)
        /// Half of what was promised.
        case truncated
        /// A bit of the answer is another.
        case wrongBit
        case answer([UInt8])
        /// A beginning, then the same again and again until the other side ends it.
        case endless(String, then: String)
        /// The answer in pieces of so many bytes, each after a pause.
        case dripping(Int, milliseconds: UInt32)
        /// Nothing is said until the server stops.
        case silence
        case reset
    }

    private struct State {
        var files: [String: [UInt8]] = [:]
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var isStopped = false
    }

    public let port: UInt16
    private let listener: Int32
    private let fault: @Sendable (Request) -> Fault?
    private let state = Mutex(State())

    /// - Parameter fault: what is wrong with the answer to a request; nil for nothing.
    public init(fault: @escaping @Sendable (Request) -> Fault? = { _ in nil }) throws {
        self.fault = fault
        #if canImport(Glibc)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard descriptor >= 0, isBound else { throw CocoaError(.featureUnsupported) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    public var url: String { "http://127.0.0.1:\(port)/cache" }

    // Both are copied under the lock: the thread sanitizer does not see how the runtime counts
    // references, and so not that storage is no longer shared when the server writes to it.

    /// What is stored, by path.
    public var files: [String: [UInt8]] { state.withLock { $0.files.mapValues { $0 } } }

    /// In the order in which they were read.
    public var requests: [Request] { state.withLock { $0.requests.map { $0 } } }

    public func put(_ path: String, _ bytes: [UInt8]) { state.withLock { $0.files[path] = bytes } }

    /// Ends all connections, and takes no more.
    public func stop() {
        // Under the lock, as what is closed meanwhile may be another's connection a moment later.
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func accept() {
        // Open until then, so that `stop()` ends no other's connection.
        defer {
            state.withLock { state in
                state.isStopped = true
                close(listener)
            }
        }
        while !isStopped {
            #if canImport(Glibc)
            let connection = Glibc.accept(listener, nil, nil)
            #else
            let connection = Darwin.accept(listener, nil, nil)
            #endif
            guard connection >= 0 else { return }
            let isOpen = state.withLock { state in
                if !state.isStopped { state.connections.insert(connection) }
                return !state.isStopped
            }
            guard isOpen else {
                close(connection)
                return
            }
            Thread.detachNewThread { [self] in
                serve(connection)
                state.withLock { state in
                    state.connections.remove(connection)
                    close(connection)
                }
            }
        }
    }

    private func serve(_ connection: Int32) {
        var input = Input(connection: connection)
        while let request = read(&input) {
            let answer = answer(to: request)
            switch fault(request) {
            case nil: send(answer.status, answer.body, to: connection)
            case .status(let status): send(status, [], to: connection)
            case .answer(let bytes): send(200, bytes, to: connection)
            case .redirection(let place):
                send(307, [], "Location: \(place)\r\n", to: connection)
            case .wrongBit:
                var body = answer.body
                if !body.isEmpty { body[body.count / 2] ^= 1 }
                send(answer.status, body, to: connection)
            case .truncated:
                let head = "HTTP/1.1 200 OK\r\nContent-Length: \(answer.body.count + 10)\r\n\r\n"
                write(Array(head.utf8) + answer.body, to: connection)
                return
            case .endless(let beginning, let more):
                var isTaken = write(Array(beginning.utf8), to: connection)
                let block = Array(String(repeating: more, count: 1000).utf8)
                while isTaken { isTaken = write(block, to: connection) }
                return
            case .dripping(let count, let pause):
                let head =
                    "HTTP/1.1 \(answer.status) Word\r\nContent-Length: \(answer.body.count)\r\n\r\n"
                var rest = (Array(head.utf8) + answer.body)[...]
                while !rest.isEmpty {
                    usleep(pause * 1000)
                    guard write(Array(rest.prefix(count)), to: connection) else { return }
                    rest = rest.dropFirst(count)
                }
            case .silence:
                while !isStopped { usleep(10_000) }
                return
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                let size = socklen_t(MemoryLayout.size(ofValue: linger))
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, size)
                return
            }
        }
    }

    private func answer(to request: Request) -> (status: Int, body: [UInt8]) {
        state.withLock { state in
            switch request.method {
            case "PUT":
                if fault(request) == nil { state.files[request.path] = request.body }
                return (201, [])
            case "GET": return state.files[request.path].map { (200, $0) } ?? (404, [])
            default: return (405, [])
            }
        }
    }

    private func send(
        _ status: Int,
        _ body: [UInt8],
        _ lines: String = "",
        to connection: Int32
    ) {
        let head = "HTTP/1.1 \(status) Word\r\nContent-Length: \(body.count)\r\n\(lines)\r\n"
        write(Array(head.utf8) + body, to: connection)
    }

    /// Whether the other side takes it.
    @discardableResult
    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                #if canImport(Glibc)
                Glibc.send(connection, $0.baseAddress, $0.count, flags)
                #else
                Darwin.send(connection, $0.baseAddress, $0.count, flags)
                #endif
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func read(_ input: inout Input) -> Request? {
        guard let first = input.line() else { return nil }
        let words = first.split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        while let line = input.line(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = String(value)
        }
        guard let body = input.take(Int(headers["content-length"] ?? "0") ?? 0) else { return nil }
        return state.withLock { state in
            let request = Request(
                method: String(words[0]),
                path: String(words[1]),
                headers: headers,
                body: body,
                number: state.requests.count
            )
            state.requests.append(request)
            return request
        }
    }
}

/// Bytes of a connection as they come.
private struct Input {
    let connection: Int32
    private var waiting: [UInt8] = []

    init(connection: Int32) { self.connection = connection }

    mutating func line() -> String? {
        while true {
            if let end = waiting.firstIndex(of: 0x0A) {
                let line = waiting[..<end].filter { $0 != 0x0D }
                waiting.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            guard more() else { return nil }
        }
    }

    mutating func take(_ count: Int) -> [UInt8]? {
        while waiting.count < count { guard more() else { return nil } }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    private mutating func more() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        waiting += buffer.prefix(count)
        return true
    }
}
