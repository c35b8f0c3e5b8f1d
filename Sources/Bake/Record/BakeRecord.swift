import AtlasBuilding
import Catalog
import Diagnostics
import FileStore

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
    /// Entries of the pages.
    var pages: [Digest]
    var works: [RebuildLog.Work]
    var summary: BakeSummary
    /// Whether `diagnostics` hold what was found in pictures.
    var checksPictures: Bool
    var diagnostics: [Diagnostic]

    static let version = BakeCache.version
    private static let magic = "kiln bake record 11"

    /// The bytes of the record's file.
    var encoded: [UInt8] {
        var out = ByteWriter()
        out.put(Self.magic)
        out.put(Self.version)
        out.put(catalog)
        out.put(files)
        out.put(soundness) { $0.put($1) }
        out.put(contents)
        out.put(layouts)
        out.put(scanFindings) { $0.put($1) }
        out.put(sourceRules.folders) { $0.put($1) }
        out.put(sourceRules.ignored) { $0.put($1.text) }
        out.put(sourceRules.followsLinks)
        out.put(sources)
        out.put(outputs)
        out.put(pages) { $0.put($1) }
        out.put(works) {
            $0.put($1.asset)
            $0.put($1.key)
        }
        out.put(summary.targets) { out, target in
            out.put(target.id)
            out.put(target.frames)
            out.put(target.pages)
            out.put(target.occupancy)
            out.put(target.pictures) { $0.put($1) }
            out.put(target.outlines) { out, outlines in
                out.put(outlines.vertices)
                out.put(outlines.triangles)
                out.put(outlines.drawnLess)
            }
            out.put(target.encodings) { out, files in
                out.put(files) {
                    $0.put($1.path)
                    $0.put($1.bytes)
                    $0.put($1.psnr) { $0.put($1) }
                }
            }
        }
        out.put(summary.files) { $0.put($1) }
        out.put(summary.bytes)
        out.put(checksPictures)
        out.put(findings: diagnostics)
        out.seal()
        return out.bytes
    }
}

extension BakeRecord {
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
            let path = joinPath(folder, state.path)
            if state.isTrusted, disk.stamp(path) == state.stamp { continue }
            isStale = true
            guard disk.holds(path, state.digest) else { return nil }
        }
        return isStale
    }
}

extension Disk {
    /// Whether a file can be read and has a digest.
    func holds(_ path: String, _ digest: Digest?) -> Bool {
        guard let bytes = try? read(path) else { return false }
        return Digest(of: bytes) == digest
    }
}

extension BakeRecord {
    /// Reads a record; nil when it is damaged or of another version.
    init?(_ bytes: [UInt8]) {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(sealed: bytes)
            guard try reader.string() == Self.magic else { return nil }
            guard try reader.string() == Self.version else { return nil }
            try self.init(reading: &reader)
            try reader.finish()
        } catch {
            return nil
        }
    }

    private init(reading reader: inout ByteReader) throws(ByteReader.Damage) {
        catalog = try reader.digest()
        self.files = try reader.digestsByName()
        soundness = try reader.optionalDigest()
        contents = try reader.digestsByName()
        layouts = try reader.digestsByName()
        scanFindings = try reader.strings()
        sourceRules = SourceRules(
            folders: try reader.strings(),
            ignored: try reader.strings().map { Glob($0) },
            followsLinks: try reader.flag()
        )
        sources = try reader.states()
        outputs = try reader.states()
        pages = try reader.array { (reader) throws(ByteReader.Damage) in try reader.digest() }
        works = try reader.array { (reader) throws(ByteReader.Damage) in
            RebuildLog.Work(asset: try reader.string(), key: try reader.digest())
        }
        let targets = try reader.array { (reader) throws(ByteReader.Damage) in
            BakeSummary.Target(
                id: try reader.string(),
                frames: try reader.amount(),
                pages: try reader.amount(),
                occupancy: try reader.share(),
                pictures: try reader.optional { (reader) throws(ByteReader.Damage) in
                    try reader.amount()
                },
                outlines: try reader.optional { (reader) throws(ByteReader.Damage) in
                    OutlineSummary(
                        vertices: try reader.amount(),
                        triangles: try reader.amount(),
                        drawnLess: try reader.share()
                    )
                },
                encodings: try reader.optional { (reader) throws(ByteReader.Damage) in
                    try reader.array { (reader) throws(ByteReader.Damage) in
                        BakeSummary.EncodedFile(
                            path: try reader.string(),
                            bytes: try reader.amount(),
                            psnr: try reader.optional { (reader) throws(ByteReader.Damage) in
                                try reader.share()
                            }
                        )
                    }
                }
            )
        }
        let files = try reader.strings()
        summary = BakeSummary(targets: targets, files: files, bytes: try reader.amount())
        checksPictures = try reader.flag()
        diagnostics = try reader.findings { Check.named($0) }
    }
}

extension ByteWriter {
    fileprivate mutating func put(_ digests: [String: Digest]) {
        put(digests.sorted { $0.key < $1.key }) {
            $0.put($1.key)
            $0.put($1.value)
        }
    }

    fileprivate mutating func put(_ states: [SourceState]) {
        put(states) { out, state in
            out.put(state.path)
            out.put(state.stamp)
            out.put(state.isTrusted)
            out.put(state.digest) { $0.put($1) }
        }
    }

    private mutating func put(_ stamp: FileStamp) {
        put(stamp.size)
        put(stamp.modified)
        put(stamp.changed)
        put(stamp.inode)
    }

    private mutating func put(_ number: Int64) { put(UInt64(bitPattern: number)) }
}

extension ByteReader {
    fileprivate mutating func strings() throws(Damage) -> [String] {
        try array { (reader) throws(Damage) in try reader.string() }
    }

    fileprivate mutating func optionalDigest() throws(Damage) -> Digest? {
        try optional { (reader) throws(Damage) in try reader.digest() }
    }

    fileprivate mutating func digestsByName() throws(Damage) -> [String: Digest] {
        try dictionary { (reader) throws(Damage) in (try reader.string(), try reader.digest()) }
    }

    /// So small that a sum of as many as a file holds does not overflow.
    fileprivate mutating func amount() throws(Damage) -> Int { try int(in: 0...1 << 40) }

    fileprivate mutating func share() throws(Damage) -> Double { try double(in: -1e6...1e6) }

    fileprivate mutating func states() throws(Damage) -> [SourceState] {
        try array { (reader) throws(Damage) in
            SourceState(
                path: try reader.string(),
                stamp: try reader.stamp(),
                isTrusted: try reader.flag(),
                digest: try reader.optionalDigest()
            )
        }
    }

    private mutating func stamp() throws(Damage) -> FileStamp {
        FileStamp(
            isFolder: false,
            size: Int64(try int()),
            modified: Int64(try int()),
            changed: Int64(try int()),
            inode: try word()
        )
    }
}
