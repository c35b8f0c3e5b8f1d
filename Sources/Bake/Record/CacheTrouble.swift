package import Diagnostics
internal import FileStore

extension Check {
    package static let cacheTrouble = Check("cache-trouble", .warning, "the cache cannot be used")
}

extension Diagnostic {
    static func cacheTrouble(_ error: DiskError) -> Diagnostic {
        Diagnostic(
            .cacheTrouble,
            at: SourceLocation(path: error.path),
            message: "the bake went on without the cache: \(error.reason)",
            help: "make room for the cache and let it be written, or bake with --no-cache"
        )
    }
}
