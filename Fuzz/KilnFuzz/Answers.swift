import CSystem
import Foundation

// What a server of a remote cache answers, over loopback. One server is asked, with a password; another one
// must never learn it.

/// Asks the server once; it answers with the bytes, in which `HOME` and `OTHER` become the addresses of the two.
func readAnswer(_ bytes: [UInt8]) {
    let text = Data(bytes)
    var answer = Data()
    var rest = text[...]
    let marks = [("HOME", home.port), ("OTHER", other.port)]
    scan: while let first = rest.first {
        for (mark, port) in marks where rest.starts(with: Data(mark.utf8)) {
            answer += Data("127.0.0.1:\(port)".utf8)
            rest = rest.dropFirst(mark.utf8.count)
            continue scan
        }
        answer.append(first)
        rest = rest.dropFirst()
    }
    home.answers([answer])
    other.answers([])
    guard let batch = kiln_http_batch_make(1, 1 << 20) else { return }
    defer { kiln_http_batch_free(batch) }
    let url = "http://127.0.0.1:\(home.port)/cache/ac/key"
    precondition(kiln_http_batch_set(batch, 0, url, false, nil, 0, 1 << 16))
    kiln_http_perform(client, batch, 5)
    var size = 0
    _ = kiln_http_body(batch, 0, &size)
    precondition(size <= 1 << 16)
    precondition((kiln_http_status(batch, 0) == 0) || kiln_http_reason(batch, 0).pointee == 0)
    precondition(!other.heard.contains { $0.range(of: Data("Authorization".utf8)) != nil })
}

nonisolated(unsafe) private let client: OpaquePointer = {
    setenv("no_proxy", "*", 1)
    var settings = kiln_http_settings()
    settings.connect_milliseconds = 500
    settings.stall_seconds = 1
    settings.total_milliseconds = 1000
    settings.most_at_once = 1
    var reason: UnsafePointer<CChar>?
    return "secret".withCString { password in
        settings.user_agent = password
        settings.user = password
        settings.password = password
        guard let client = kiln_http_open(&settings, &reason) else {
            fatalError(reason.map { String(cString: $0) } ?? "")
        }
        return client
    }
}()

private let home = RawServer()
private let other = RawServer()

/// Answers the first requests with given bytes and ends each connection; later ones get a 404.
private final class RawServer: @unchecked Sendable {
    private let lock = NSLock()
    private let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let port: UInt16
    private var waiting: [Data] = []
    private var requests: [Data] = []

    var heard: [Data] { lock.withLock { requests } }

    func answers(_ answers: [Data]) { lock.withLock { (waiting, requests) = (answers, []) } }

    init() {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let isOpen =
                    bind(listener, address, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, address, &size) == 0
                precondition(isOpen, "no port on loopback")
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                serve(connection)
                close(connection)
            }
        }
    }

    private func serve(_ connection: Int32) {
        var request = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while request.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += buffer.prefix(count)
        }
        let answer = lock.withLock {
            requests.append(request)
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
        let bytes = answer ?? Data("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".utf8)
        _ = bytes.withUnsafeBytes {
            send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }
}
