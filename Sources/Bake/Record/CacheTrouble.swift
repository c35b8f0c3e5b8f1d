package import Diagnostics
import FileStore

extension Check {
    package static let cacheTrouble = Check("cache-trouble", .warning)
    package static let remoteCacheTrouble = Check("remote-cache-trouble", .warning)
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

    /// Of a worker, whose only output the cache is.
    static func sharedNothing(_ error: DiskError) -> Diagnostic {
        Diagnostic(
            .cacheTrouble,
            severity: .error,
            at: SourceLocation(path: error.path),
            message: "the worker shared nothing, as the cache cannot be used: \(error.reason)",
            help: workAgain
        )
    }

    private static let workAgain =
        "see to it and run the worker again, or let 'kiln bake --assemble' make what is missing"

    /// Tells what went wrong; an error when a worker, whose only output the cache is, left nothing there.
    static func remoteCacheTrouble(
        _ trouble: RemoteTrouble,
        sharedNothing: Bool
    ) -> Diagnostic {
        let failures = trouble.failures == 1 ? "a request" : "\(trouble.failures) requests"
        if sharedNothing {
            return Diagnostic(
                .remoteCacheTrouble,
                severity: .error,
                at: SourceLocation(path: trouble.address),
                message: "the worker shared nothing, as \(failures) to the remote cache failed: "
                    + trouble.reason,
                help: workAgain
            )
        }
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
