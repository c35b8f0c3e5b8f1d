#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Manifest {
    /// The manifest, each time that a bake replaces its file: for development, so that a running game
    /// shows new art.
    ///
    /// The file is looked at three times a second, from this call on. While it cannot be read, nothing
    /// is sent. Load the pages again, too; they are in place before their manifest.
    ///
    /// - Parameter file: a `manifest.json`, which may be missing.
    /// - Returns: a sequence that ends when its task is cancelled.
    public static func updates(of file: URL) -> AsyncStream<Manifest> {
        let first = FileMark(of: file)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var last = first
                while !Task.isCancelled {
                    let now = FileMark(of: file)
                    if now != last, let data = try? Data(contentsOf: file),
                        let manifest = try? Manifest(json: data)
                    {
                        last = now
                        continuation.yield(manifest)
                    }
                    try? await Task.sleep(nanoseconds: 300_000_000)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// What distinguishes one version of a file from another.
///
/// A bake replaces the file, which changes its number.
private struct FileMark: Equatable {
    private let modified: Date?
    private let number: UInt64?

    init(of file: URL) {
        let found = try? FileManager.default.attributesOfItem(atPath: file.path)
        modified = found?[.modificationDate] as? Date
        number = found?[.systemFileNumber] as? UInt64
    }
}
