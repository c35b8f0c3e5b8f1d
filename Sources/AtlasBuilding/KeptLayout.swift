package import AtlasPack
package import FileStore

/// A layout kept between runs: its file, and its contents from the last run.
package struct KeptLayout: Sendable {
    package var path: String
    /// Nil before the first run.
    package var earlier: LayoutLock?
    /// Of the file; nil before the first run.
    package var digest: Digest?
    package var repack = RepackRule.never
    /// Whether related sprites move to one page, wherever the layout has them.
    package var keepsTogether = false

    /// Reads the file, if there is one.
    ///
    /// Throws `TextFault` if it is not a layout, `DiskError` if it cannot be read.
    package init(at path: String, repack: RepackRule, disk: any Disk) throws {
        self.path = path
        self.repack = repack
        guard disk.stamp(path) != nil else { return }
        let bytes = try disk.read(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Self.fault(path, line: 1, "the file is not UTF-8 text")
        }
        do throws(LayoutLockError) {
            earlier = try LayoutLock(parsing: text)
        } catch {
            throw Self.fault(path, line: error.line, error.message)
        }
        digest = Digest(of: bytes)
    }

    private static func fault(_ path: String, line: Int, _ message: String) -> TextFault {
        TextFault(
            path: path,
            line: line,
            message: message,
            help: "resolve the merge, take the file from version control, or delete it to pack anew"
        )
    }
}

/// The change that a run makes to a kept layout.
package struct LayoutChange: Sendable {
    package var path: String
    package var report: StablePlan.Report
    package var isNew: Bool { old != digest }
    /// Of the replaced file; nil without one.
    fileprivate let old: Digest?
    package var bytes: [UInt8]

    package init(_ plan: StablePlan, keeping kept: KeptLayout) {
        path = kept.path
        report = plan.report
        bytes = Array(plan.lock.text.utf8)
        old = kept.digest
    }

    package var digest: Digest { Digest(of: bytes) }
}

extension LayoutChange: Encodable {
    private enum CodingKeys: CodingKey { case file }

    package func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .file)
    }
}

/// Publishes outputs and their layouts.
///
/// Layouts are staged first, so that an unwritable folder stops the run before outputs change.
/// Stopping between the two steps is harmless: a layout and its successor give the same pages.
/// Existing layouts without changes stay untouched.
@discardableResult
package func publishing<Result>(
    _ layouts: [LayoutChange],
    disk: any Disk,
    _ publish: () async throws -> Result
) async throws -> Result {
    let changed = layouts.filter(\.isNew)
    var staged: [(layout: LayoutChange, file: StagedFile)] = []
    let result: Result
    do {
        for layout in changed { staged.append((layout, try layout.staged(on: disk))) }
        result = try await publish()
    } catch {
        // The first error is the one to report.
        for (_, file) in staged { file.discard() }
        throw error
    }
    for (layout, file) in staged {
        do throws(DiskError) {
            try file.commit(over: layout.old)
        } catch {
            // A concurrent run with the same inputs may have written it.
            guard (try? disk.read(layout.path)) == layout.bytes else { throw error }
        }
    }
    return result
}

extension LayoutChange {
    fileprivate func staged(on disk: any Disk) throws(DiskError) -> StagedFile {
        let kind = disk.kind(of: path)
        guard kind == nil || kind == .file else {
            throw DiskError(
                .write,
                path,
                reason: kind == .link ? "it is a link" : "it is not a regular file"
            )
        }
        return try StagedFile(bytes, for: path, disk: disk)
    }
}
