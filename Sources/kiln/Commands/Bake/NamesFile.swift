import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import KilnManifest

/// A file of a catalog's names, which `kiln bake` writes with `--swift` or `--typescript`.
///
/// It follows from the manifest in the output folder, and is replaced only as long as it is what
/// Kiln wrote, which the file says by itself.
struct NamesFile {
    static let file = Flag("swift", value: "FILE", .file.output)
        .help("write the catalog's names as Swift source")
    static let typeScript = Flag("typescript", value: "FILE", .file.output)
        .help("write the catalog's names as TypeScript types")
    static let access = Flag("access", value: "LEVEL", .choice(of: SwiftNaming.Access.self))
        .whenAbsent("the catalog's, else internal")
        .help("the access level of the names")
        .needs(file)
    static let accessors = Flag("accessors", value: "WHAT", .choice(of: SwiftAccessors.self))
        .whenAbsent("folder")
        .help("what the file finds in the bundle; manifest needs KilnManifest")
        .needs(file)
    static var flags: [any Declared] { [file, access, accessors, typeScript] }

    /// What became of the file, or would.
    enum Change {
        case unchanged
        case written
        /// Of checks only.
        case differs
        /// The manifest that it follows from is not there yet.
        case unknown
    }

    private let path: String
    private let isSwift: Bool
    private let values: Values
    private let output: String
    private let catalog: String
    private let rules: ReplacementRules
    private let disk = RealDisk()

    /// Those that are asked for.
    static func all(_ values: Values) throws -> [NamesFile] {
        try [
            values[file].map { try NamesFile($0, isSwift: true, values) },
            values[typeScript].map { try NamesFile($0, isSwift: false, values) },
        ].compactMap(\.self)
    }

    private init(_ path: String, isSwift: Bool, _ values: Values) throws {
        self.path = path
        self.isSwift = isSwift
        self.values = values
        output = try values[BakeCommand.output]
        catalog = catalogFile(try values[Shared.catalog], disk: disk)
        rules = try Shared.rules(values)
    }

    /// Looks whether something is in the way, before the bake.
    func check() throws {
        let own = replacing
        try LooseOutputs.check(path, reading: [catalog], own, disk: disk)
        guard own.isForced || disk.kind(of: path) != .file else {
            throw Obstruction([Obstacle(path, origin == .changed ? .changed : .foreign)])
        }
    }

    /// Writes the file after the bake, or compares it.
    func publish(after summary: BakeSummary, mode: BakeRequest.Mode) async throws -> Change {
        guard mode != .dryRun, summary.publication.differences.isEmpty else { return .unknown }
        let manifest = try Manifest(bytes: disk.read(joinPath(output, "manifest.json")))
        let bytes = signedSource(
            isSwift ? swiftSource(of: manifest, try options()) : typeScriptSource(of: manifest)
        )
        if disk.kind(of: path) == .file, try disk.read(path) == bytes { return .unchanged }
        if mode == .check { return .differs }
        try await writeLoose(
            bytes,
            to: path,
            reading: [catalog],
            replacing,
            isRecorded: false,
            disk: disk
        )
        return .written
    }

    func lines(_ change: Change) -> [String] {
        switch change {
        case .unchanged, .unknown: []
        case .written: ["wrote names to \(path)"]
        case .differs: ["\(path) differs: names are not those of the catalog"]
        }
    }

    /// The words that ask for the same files again.
    static func words(_ values: Values) throws -> [String] {
        var words: [String] = []
        if let path = try values[file] { words += ["--swift", path] }
        if let path = try values[typeScript] { words += ["--typescript", path] }
        if let level = try values[access] { words += ["--access", level.rawValue] }
        if let what = try values[accessors] { words += ["--accessors", what.rawValue] }
        return words
    }

    /// What the catalog says of its names; options take its place.
    private func options() throws -> SwiftOptions {
        let naming = readCatalog(try disk.read(catalog), path: catalog).catalog?.swift
        var options = SwiftOptions(folder: lastPart(of: disk.realPath(output) ?? output))
        options.name = naming?.name
        options.accessors = try values[Self.accessors] ?? .folder
        options.access = try values[Self.access] ?? naming?.access ?? .internal
        return options
    }

    /// Nil when there is no file, or it cannot be read.
    private var origin: SourceOrigin? {
        guard disk.kind(of: path) == .file else { return nil }
        return (try? disk.read(path)).map(SourceOrigin.init)
    }

    /// The file says whose it is, which no record does: what Kiln wrote, and no one changed since, is
    /// replaced without a word.
    private var replacing: ReplacementRules {
        var own = rules
        switch origin {
        case .own:
            own.isForced = true
            own.willReplace = { _ in }
        case .changed:
            own.willReplace = { [rules] obstacles in
                rules.willReplace(obstacles.map { Obstacle($0.path, .changed) })
            }
        case .foreign, nil: break
        }
        return own
    }
}
