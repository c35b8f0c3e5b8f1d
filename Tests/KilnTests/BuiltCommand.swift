import Foundation
import Testing

/// The command as it was built beside the tests, run as a user runs it.
struct BuiltCommand {
    var status: Int32
    var output: String
    var errors: String

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Runs `kiln` with `arguments` in `folder`.
    ///
    /// A shell limits its memory to `limitInKilobytes`, so that a hostile file fails the run instead
    /// of the machine.
    init(
        _ arguments: [String],
        in folder: URL = BuiltCommand.root,
        environment: [String: String] = [:],
        limitInKilobytes: Int? = nil
    ) throws {
        let built = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let command = built.appending(path: "kiln").path
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let limit = limitInKilobytes.map { "ulimit -v \($0); " } ?? ""
        process.arguments = ["-c", limit + "exec \"$0\" \"$@\"", command] + arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.environment?["SWIFT_BACKTRACE"] = "enable=no"
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
