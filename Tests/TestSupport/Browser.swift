public import Foundation

/// Headless Chromium, driven by Tests/Browser/drive.py.
public enum Browser {
    /// A Python that has Playwright: `KILN_BROWSER_PYTHON`, see `make test-browser`.
    private static let python =
        ProcessInfo.processInfo.environment["KILN_BROWSER_PYTHON"] ?? "python3"
    public static let isPresent =
        Tool.run(python, ["-c", "import playwright"]) != nil
        && FileManager.default.isExecutableFile(
            atPath: ProcessInfo.processInfo.environment["KILN_CHROMIUM"] ?? "/usr/bin/chromium"
        )
    public static let absence = "Chromium or Playwright is absent; see `make test-browser`"

    public struct Outcome {
        public var results: [Any]
        /// Errors and warnings on the console.
        public var messages: [String]
        public var requests: [String]
    }

    /// Opens a page and does what `steps` say, see the script; nil when that fails.
    ///
    /// With `served`, a folder, a server gives out what is in it, and `page` is a path below it.
    public static func drive(
        _ page: URL,
        hash: String = "",
        options: [String: Any] = [:],
        served: URL? = nil,
        _ steps: [[String: Any]]
    ) throws -> Outcome? {
        var job = options
        job["page"] = served == nil ? page.path : page.relativeString
        job["serve"] = served?.path
        job["hash"] = hash
        job["steps"] = steps
        let input = try JSONSerialization.data(withJSONObject: job)
        let script = Repository.file("Tests/Browser/drive.py").path
        guard let output = Tool.run(python, [script], input: input),
            let answer = try JSONSerialization.jsonObject(with: output) as? [String: Any]
        else { return nil }
        return Outcome(
            results: answer["results"] as? [Any] ?? [],
            messages: answer["messages"] as? [String] ?? [],
            requests: answer["requests"] as? [String] ?? []
        )
    }
}
