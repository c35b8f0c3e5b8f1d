package import AtlasPack
package import FileStore

/// A layout that is kept from run to run: its file, and what the last run left there.
package struct KeptLayout: Sendable {
    /// As the disk knows it.
    package var path: String
    /// Nil before the first run.
    package var earlier: LayoutLock?
    /// Of the file; nil before the first run.
    package var digest: Digest?
    package var repack = RepackRule.never
    /// Whether sprites that belong on one page move there, wherever the layout has them.
    package var keepsTogether = false

    /// Reads the file, if there is one.
    ///
    /// - Throws: `BrokenLayout` when it is not a layout, `DiskError` when it cannot be read.
    package init(at path: String, repack: RepackRule, disk: any Disk) throws {
        self.path = path
        self.repack = repack
        guard disk.stamp(path) != nil else { return }
        let bytes = try disk.read(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BrokenLayout(path: path, line: 1, message: "the file is not UTF-8 text")
        }
        do throws(LayoutLockError) {
            earlier = try LayoutLock(parsing: text)
        } catch {
            throw BrokenLayout(path: path, line: error.line, message: error.message)
        }
        digest = Digest(of: bytes)
    }
}

/// Why a layout file cannot be kept to.
package struct BrokenLayout: Error, Hashable, Sendable {
    /// As the disk knows it.
    package var path: String
    package var line: Int
    package var message: String

    package init(path: String, line: Int, message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    /// What to do about it.
    package static let help =
        "resolve the merge, take the file from version control, or delete it to pack anew"
}

/// What a run makes of a layout that is kept.
package struct LayoutChange: Sendable {
    /// As the disk knows it.
    package var path: String
    /// What happened to the sprites.
    package var report: StablePlan.Report
    /// Whether the file has to be written.
    package var isNew: Bool { old != digest }
    /// Of the file that is replaced; nil when there was none.
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

/// Puts outputs and the layouts that belong to them in place.
///
/// Layouts are written beside their places first, so that a folder which does not take them stops
/// the run before outputs change. A kill between the two is harmless: a layout and the one that
/// follows from it give the same pages.
///
/// - Parameters:
///   - layouts: files to come; those that are there already stay untouched.
///   - disk: where they go.
///   - publish: puts the outputs in place.
/// - Returns: what `publish` returns.
/// - Throws: what it throws, and what the disk reports.
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
        // What went wrong first is what the user must hear about.
        for (_, file) in staged { file.discard() }
        throw error
    }
    for (layout, file) in staged {
        do throws(DiskError) {
            try file.commit(over: layout.old)
        } catch {
            // Another run with the same inputs may have been faster.
            guard (try? disk.read(layout.path)) == layout.bytes else { throw error }
        }
    }
    return result
}

extension LayoutChange {
    /// Writes the layout next to its place.
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
