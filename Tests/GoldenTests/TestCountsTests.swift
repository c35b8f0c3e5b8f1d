import Foundation
import TestSupport
import Testing

/// Scripts/test-counts, which ends continuous integration.
struct TestCountsTests {
    /// What the script prints of a log, and its exit code as the last line.
    private func counts(_ log: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "kiln-log-\(UInt64.random(in: .min ... .max))")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(log.utf8).write(to: file)
        let script = Repository.file("Scripts/test-counts").path
        let output = Tool.run("bash", ["-c", #""$0" "$1"; echo "exit $?""#, script, file.path])
        return String(decoding: try #require(output), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test func `each run is counted by itself, skipped tests apart`() throws {
        let lines = try counts(
            """
            ◇ Test "a" started.
            ➜ Suite Browser skipped: "Chromium is absent"
            ➜ Test "opens a "page"" skipped: "Chromium is absent"
            ➜ Test plain() skipped.
            ✔ Test "what is skipped is told" passed after 0.1 seconds.
            ✔ Test run with 12 tests in 3 suites passed after 0.3 seconds.
            ✔ Test run with 1 test in 1 suite passed after 0.3 seconds.
            """
        )
        #expect(
            lines == [
                #"skipped: "opens a "page"": Chromium is absent"#,
                "skipped: plain(): no reason given",
                "run 1: 10 tests run, 2 skipped",
                "run 2: 1 tests run, 0 skipped",
                "exit 0",
            ]
        )
    }

    @Test func `a test that was skipped for want of the fixtures fails`() throws {
        let lines = try counts(
            """
            ➜ Test "decodes all" skipped: "\(Fixtures.absence)"
            ✔ Test run with 2 tests in 1 suite passed after 0.3 seconds.
            """
        )
        #expect(lines.first == "skipped: \"decodes all\": \(Fixtures.absence)")
        #expect(lines.contains("run 1: 1 tests run, 1 skipped"))
        #expect(lines.suffix(2).first?.hasPrefix("error: 1 tests were skipped for want of") == true)
        #expect(lines.last == "exit 1")
    }

    @Test func `a failed run, and a log without a run, fail`() throws {
        let failed = "✘ Test run with 3 tests in 1 suite failed after 0.3 seconds with 1 issue.\n"
        #expect(try counts(failed) == ["run 1: 3 tests run, 0 skipped, failed", "exit 1"])
        #expect(
            try counts("Compiling\n") == ["error: there is no run of tests in the log", "exit 1"]
        )
    }
}
