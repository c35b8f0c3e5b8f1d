import Foundation
import TestSupport
import Testing

/// The command as it was built next to the tests, run as a user runs it.
struct BuiltCommand {
    var status: Int32
    var output: String
    var errors: String

    /// The variable with the options of the sanitizer that the tests, and so the command, were
    /// built with (`make asan`, `make tsan`).
    private static let sanitizer: String? = {
        let program = dlopen(nil, RTLD_NOW)
        if dlsym(program, "__asan_init") != nil { return "ASAN_OPTIONS" }
        return dlsym(program, "__tsan_init") != nil ? "TSAN_OPTIONS" : nil
    }()

    /// A sanitizer's own memory is several times the command's.
    static let isSanitized = sanitizer != nil

    /// Runs `kiln` with `arguments` in `folder`.
    ///
    /// Its memory is limited to `limitInMegabytes`, so that a hostile file fails the run instead of
    /// the machine. A `script` is what the shell runs in place of the command alone, which is `$0`
    /// in it, with the arguments in `$@`: for names that are no text, and streams that are closed.
    init(
        _ arguments: [String],
        in folder: URL = Repository.root,
        environment: [String: String] = [:],
        limitInMegabytes: Int? = nil,
        script: String = #"exec "$0" "$@""#
    ) throws {
        let built = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let command = built.appending(path: "kiln").path
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        var limit = limitInMegabytes.map { "ulimit -v \($0 * 1000); " } ?? ""
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.environment?["SWIFT_BACKTRACE"] = "enable=no"
        if let limitInMegabytes, let sanitizer = Self.sanitizer {
            // It reserves more addresses than that before it runs anything; its own limits count
            // what is asked for and what is used.
            limit = ""
            let limits = ["max_allocation_size_mb", "hard_rss_limit_mb"]
                .map { "\($0)=\(limitInMegabytes)" }
            let others = process.environment?[sanitizer].map { [$0] } ?? []
            process.environment?[sanitizer] = (others + limits).joined(separator: ":")
        }
        process.arguments = ["-c", limit + script, command] + arguments
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: a full pipe would stop the command.
        let texts = try [0, 1].map { _ in
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data().write(to: file)
            return file
        }
        defer { for file in texts { try? FileManager.default.removeItem(at: file) } }
        process.standardOutput = try FileHandle(forWritingTo: texts[0])
        process.standardError = try FileHandle(forWritingTo: texts[1])
        try process.run()
        process.waitUntilExit()
        // A signal is no exit status of ours.
        status = process.terminationReason == .exit ? process.terminationStatus : -1
        output = String(decoding: try Data(contentsOf: texts[0]), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: texts[1]), as: UTF8.self)
    }
}

/// A folder that is gone after the test.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "kiln-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
