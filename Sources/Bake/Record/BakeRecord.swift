package import Catalog
import Diagnostics
package import FileStore

/// The state in which a bake left everything: its inputs, its outputs and what it said.
///
/// As long as nothing differs from it, the next bake has nothing to do. The headers of the cache
/// entries that the bake used are in a second file, which only a bake that has work to do opens.
struct BakeRecord: Sendable {
    /// The catalog's file, and other small files that are read in any case.
    var catalog: Digest
    /// The files that the catalog names, by their paths from its folder.
    var files: [String: Digest]
    /// Of the loaded catalog; nil when it was not without findings.
    var soundness: Digest?
    var contents: [String: Digest]
    /// Layout files as the bake left them, by their names next to the catalog.
    var layouts: [String: Digest]
    /// What was wrong with the source folders.
    var scanFindings: [String]
    var sourceRules: SourceRules
    /// In the order of the scan.
    var sources: [SourceState]
    /// Relative to the output folder.
    var outputs: [SourceState]
    var pages: [Digest]
    var works: [RebuildLog.Work]
    var summary: BakeSummary
    /// Whether `diagnostics` hold what was found in pictures.
    var checksPictures: Bool
    var diagnostics: StoredFindings

    private static let magic = "kiln bake record 11"
}

extension BakeRecord {
    /// The bytes of the record's file.
    var encoded: [UInt8] { sealed(after: Self.magic, BakeCache.version) }

    /// Reads a record; nil when it is damaged or of another version.
    init?(_ bytes: [UInt8]) {
        self.init(sealed: bytes, after: Self.magic, BakeCache.version)
    }

    /// Compares the record with the disk; opens only files whose stamps do not vouch for them.
    ///
    /// - Returns: nil when a bake would have something to do; else whether anything had to be opened
    ///   because of its stamp.
    func isStale(_ file: String, output: String, disk: any Disk) -> Bool? {
        let folder = parentFolder(of: file)
        guard disk.holds(file, catalog),
            files.allSatisfy({ disk.holds(joinPath(folder, $0.key), $0.value) }),
            layouts.allSatisfy({ disk.holds(joinPath(folder, $0.key), $0.value) })
        else { return nil }
        let scan = SourceScan(sourceRules, in: folder, disk: disk)
        guard scan.files == sources.map(\.path),
            scan.diagnostics.map(\.description) == scanFindings,
            scan.contents.mapValues({ Digest(of: $0) }) == contents
        else { return nil }
        var isStale = false
        for (state, folder) in sources.map({ ($0, folder) }) + outputs.map({ ($0, output) }) {
            if disk.vouches(for: state, in: folder) { continue }
            isStale = true
            guard disk.holds(joinPath(folder, state.path), state.digest) else { return nil }
        }
        return isStale
    }
}

extension Disk {
    /// Whether a file's stamp alone says that it is as it was.
    func vouches(for state: SourceState, in folder: String) -> Bool {
        state.isTrusted && stamp(joinPath(folder, state.path)) == state.stamp
    }

    /// Whether a file can be read and has a digest.
    func holds(_ path: String, _ digest: Digest?) -> Bool {
        guard let bytes = try? read(path) else { return false }
        return Digest(of: bytes) == digest
    }
}

extension BakeRecord: FieldCoded {
    static let fields = ByteFields<BakeRecord>(
        {
            (
                $0.catalog, $0.files, $0.soundness, $0.contents, $0.layouts, $0.scanFindings,
                $0.sourceRules, $0.sources, $0.outputs, $0.pages, $0.works, $0.summary,
                $0.checksPictures, $0.diagnostics
            )
        },
        Self.init
    )
}

extension SourceRules: FieldCoded {
    package static let fields = ByteFields<SourceRules>(
        { ($0.folders, $0.ignored.map(\.text), $0.followsLinks) },
        { SourceRules(folders: $0, ignored: $1.map { Glob($0) }, followsLinks: $2) }
    )
}

extension RebuildLog.Work: FieldCoded {
    package static let fields = ByteFields<Self>({ ($0.asset, $0.key) }, Self.init)
}

extension BakeSummary: FieldCoded {
    package static let fields = ByteFields<BakeSummary>(
        { ($0.targets, $0.files, $0.bytes) },
        { BakeSummary(targets: $0, files: $1, bytes: $2) }
    )
}

extension BakeSummary.Target: FieldCoded {
    package static let fields = ByteFields<Self>(
        {
            (
                $0.id, $0.frames, $0.pages, $0.occupancy, $0.pictures, $0.outlines, $0.encodings
            )
        },
        Self.init
    )
}

extension BakeSummary.EncodedFile: FieldCoded {
    package static let fields = ByteFields<Self>({ ($0.path, $0.bytes, $0.psnr) }, Self.init)
}

/// By hand, because there are as many as files.
extension SourceState: ByteCoded {
    package func put(to out: inout ByteWriter) {
        out.put(path)
        out.put(UInt64(bitPattern: stamp.size))
        out.put(UInt64(bitPattern: stamp.modified))
        out.put(UInt64(bitPattern: stamp.changed))
        out.put(stamp.inode)
        out.put(isTrusted)
        out.put(digest)
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        self.init(
            path: try reader.string(),
            stamp: FileStamp(
                isFolder: false,
                size: Int64(try reader.int()),
                modified: Int64(try reader.int()),
                changed: Int64(try reader.int()),
                inode: try reader.word()
            ),
            isTrusted: try reader.flag(),
            digest: try reader.value()
        )
    }
}
