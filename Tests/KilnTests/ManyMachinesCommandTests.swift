import Foundation
import TestSupport
import Testing

/// `kiln bake` with options for many machines, as a user runs it.
@Suite(.enabled(if: hasLibrary("curl"))) struct ManyMachinesCommandTests {
    /// No one listens there.
    private let nowhere = "http://127.0.0.1:1/cache"

    private func bake(
        _ arguments: String...,
        environment: [String: String] = [:]
    ) throws -> BuiltCommand {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try BuiltCommand(
            ["bake", "-o", folder.appending(path: "out").path]
                + ["--cache-dir", folder.appending(path: "cache").path] + arguments,
            environment: ["no_proxy": "127.0.0.1"].merging(environment) { $1 }
        )
    }

    @Test func `a worker that reaches no cache fails, and says so to scripts`() throws {
        let worker = try bake("--cache", nowhere, "--worker", "0/2", "--json")
        #expect(worker.status == 2, "\(worker.errors)")
        #expect(worker.errors.contains("error[remote-cache-trouble]: the worker shared nothing"))
        let json = try JSONSerialization.jsonObject(with: Data(worker.output.utf8))
        let report = try #require(json as? [String: Any])
        #expect(report["sharedNothing"] as? Bool == true)
        let remote = try #require(report["remoteCache"] as? [String: Any])
        let trouble = try #require(remote["trouble"] as? [String: String])
        #expect(trouble["extent"] == "abandoned" && trouble["reason"]?.isEmpty == false)
        let reported = try bake("--cache", nowhere, "--worker", "0/2")
        #expect(reported.status == 2 && reported.output.contains("\nshared nothing, and left "))
    }

    @Test func `a bake that reaches no cache is as good as any`() throws {
        let whole = try bake("--cache", nowhere, "--json")
        #expect(whole.status == 0 && whole.errors.contains("warning[remote-cache-trouble]"))
        #expect(whole.output.contains(#""extent" : "abandoned""#))
        #expect(!whole.output.contains("sharedNothing"))
    }

    @Test func `a user's name with a colon would be another's`() throws {
        let secrets = ["KILN_CACHE_USER": "me:pass", "KILN_CACHE_PASSWORD": "word"]
        let refused = try bake("--cache", nowhere, environment: secrets)
        #expect(refused.status == 2)
        #expect(
            refused.errors
                == "kiln: error: KILN_CACHE_USER holds a ':', which no user's name may (RFC 7617); "
                + "the password stands in KILN_CACHE_PASSWORD\n"
                + "  help: try 'kiln bake --help'\n"
        )
    }
}
