import Foundation
import TestSupport
import Testing

/// `kiln studio`, running next to the tests.
final class RunningStudio {
    /// Whether the build has libevent.
    static let isBuilt =
        (try? BuiltCommand(["studio", "/nowhere"]))?.errors.contains("without libevent") == false

    let port: UInt16
    let token: String
    private let process = Process()
    private let errors: URL

    var address: String { "http://127.0.0.1:\(port)/?token=\(token)" }

    /// Opens the studio in Chromium and takes steps.
    func drive(
        _ steps: [[String: Any]],
        width: Int = 1280,
        colors: String = "light"
    ) throws -> Browser.Outcome {
        let options: [String: Any] = [
            "address": address, "width": width, "height": 800, "colors": colors,
        ]
        let page = URL(filePath: "/")
        return try #require(try Browser.drive(page, options: options, steps), "the browser failed")
    }

    init(_ catalog: URL, _ options: [String] = []) throws {
        let built = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let folder = FileManager.default.temporaryDirectory
        errors = folder.appending(path: UUID().uuidString)
        try Data().write(to: errors)
        process.executableURL = built.appending(path: "kiln")
        process.arguments = ["studio", catalog.path, "--no-open", "-j", "2"] + options
        process.standardInput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            line += String(decoding: more, as: UTF8.self)
        }
        let url = try #require(URLComponents(string: line.trimmingCharacters(in: .newlines)))
        port = UInt16(try #require(url.port))
        token = try #require(url.queryItems?.first?.value)
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: errors)
    }

    /// Ends it as Ctrl-C does, and returns what it printed on standard error.
    func interrupt() throws -> String {
        process.interrupt()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }

    /// Sends a request as a page does, and returns status, headers and body.
    func send(
        _ method: String = "GET",
        _ target: String,
        host: String? = nil,
        headers: [String] = [],
        body: String = "",
        bytes: [UInt8] = []
    ) throws -> (status: Int, headers: String, body: Data) {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"]
        lines += headers + ["Connection: close"]
        if method == "POST" { lines.append("Content-Length: \(body.utf8.count + bytes.count)") }
        let socket = try LocalSocket(port)
        socket.write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        socket.write(bytes[...])
        let answer = socket.readToEnd()
        let end = answer.range(of: Data("\r\n\r\n".utf8)) ?? answer.endIndex..<answer.endIndex
        let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (status ?? 0, head, Data(answer[end.upperBound...]))
    }

    /// Asks the studio as its page does.
    func ask(_ action: String, _ body: String) throws -> [String: Any] {
        let answer = try send(
            "POST",
            "/api/\(action)",
            headers: [
                "X-Kiln-Token: \(token)", "Origin: http://127.0.0.1:\(port)",
                "Content-Type: application/json",
            ],
            body: body
        )
        try #require(answer.status == 200, "\(answer.headers)")
        // Larger answers come in chunks.
        return try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
    }
}

/// A connection to a port of this machine.
final class LocalSocket {
    private let file: Int32

    init(_ port: UInt16) throws {
        #if canImport(Glibc)
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        file = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        try #require(file >= 0)
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
    }

    deinit { close(file) }

    /// A port on which no one listens.
    static func freePort() throws -> UInt16 {
        #if canImport(Glibc)
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let file = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, size) == 0 ? getsockname(file, $0, &size) : -1
            }
        }
        try #require(status == 0)
        return UInt16(bigEndian: address.sin_port)
    }

    func write(_ text: String) { write(Array(text.utf8)[...]) }

    func write(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func readToEnd() -> Data { read { _ in false } }

    /// Reads until a text was sent, or to the end.
    func read(until text: String) -> String {
        String(decoding: read { $0.range(of: Data(text.utf8)) != nil }, as: UTF8.self)
    }

    private func read(until isEnough: (Data) -> Bool) -> Data {
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !isEnough(answer) {
            let count = recv(file, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer.append(contentsOf: buffer[..<count])
        }
        return answer
    }
}
