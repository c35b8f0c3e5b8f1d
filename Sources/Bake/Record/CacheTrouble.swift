package import Diagnostics
internal import FileStore
internal import RemoteCache

extension Check {
    package static let cacheTrouble = Check("cache-trouble", .warning, "the cache cannot be used")
    package static let remoteCacheTrouble = Check(
        "remote-cache-trouble",
        .warning,
        "the remote cache does not answer as it should"
    )
}

extension Diagnostic {
    static func cacheTrouble(_ error: DiskError) -> Diagnostic {
        Diagnostic(
            .cacheTrouble,
            at: SourceLocation(path: error.path),
            message: "the bake went on without the cache: \(error.reason)",
            help: error.help.map { "\($0), or bake with --no-cache" }
                ?? "make room for the cache and let it be written, or bake with --no-cache"
        )
    }

    static func remoteCacheTrouble(_ trouble: RemoteTrouble) -> Diagnostic {
        let failures = trouble.failures == 1 ? "a request" : "\(trouble.failures) requests"
        let what =
            switch trouble.extent {
            case .someFailed: "\(failures) to the remote cache failed"
            case .notFilled: "nothing more was stored in the remote cache after \(failures) failed"
            case .abandoned: "the bake went on without the remote cache after \(failures) failed"
            }
        return Diagnostic(
            .remoteCacheTrouble,
            at: SourceLocation(path: trouble.address),
            message: "\(what): \(trouble.reason)",
            help: "see to the server, or bake without it ('--cache', KILN_CACHE)"
        )
    }
}
