public import Diagnostics

extension Check {
    package static let duplicateAsset = Check("duplicate-asset")
    package static let numberedFrames = Check("numbered-frames")
    package static let alsoMissing = Check("also-missing")
    package static let clashingNames = Check("clashing-names")
}

/// All assets under the sources, by name.
///
/// Files are processed in the byte order of their paths.
public struct AssetIndex: Sendable {
    /// Sorted by name in byte order.
    public let assets: [Asset]
    /// The layers and groups of Aseprite documents by asset name: `pet#hat`.
    public let parts: [String: Asset]
    /// Problems with names: equal ones, and ones that differ only in case or Unicode normal form.
    public let diagnostics: [Diagnostic]

    /// Where to add images to empty image sets, by asset name.
    let emptySets: [String: String]
    private let byName: [String: Int]
    /// Names with upper case letters, by the lower case name.
    private let byFoldedName: [String: Int]

    /// Builds the index from all paths under the sources, relative to the catalog's folder; only
    /// images and the `Contents.json` of image sets count.
    ///
    /// `contents` are the bytes of `Contents.json` files by path. Assets in folders of `pathNamed`
    /// are named by their path below the folder, others by the file's stem. `isNumbered`: the
    /// asset's frames are numbered files. `also`: the assets that show the same figure over other
    /// screens, and are then no separate assets. `sourceDensity`: pixels per point of files without
    /// a suffix. `partsOfFiles`: layers and groups by path.
    public init(
        files: [String],
        contents: [String: [UInt8]] = [:],
        pathNamed: [String] = [],
        isNumbered: (String) -> Bool = { _ in false },
        also: (String) -> [String] = { _ in [] },
        sourceDensity: Int = 1,
        partsOfFiles: [String: [String]] = [:]
    ) {
        var builder = AssetIndexBuilder(pathNamed: pathNamed, sourceDensity: sourceDensity)
        var paths: [String] = []
        for path in files.sorted(by: { $0.bytesPrecede($1) })
        where paths.last?.hasSameBytes(as: path) != true {
            paths.append(path)
        }
        builder.add(loose: paths.filter { $0.imageSetFolder == nil }, isNumbered: isNumbered)
        var setFolders: [String: [String]] = [:]
        // A set whose only image is missing has only its Contents.json.
        for path in contents.keys { setFolders[path.parent] = [] }
        for path in paths {
            if let folder = path.imageSetFolder { setFolders[folder, default: []].append(path) }
        }
        for (folder, paths) in setFolders.sorted(by: { PathBytes($0.key) < PathBytes($1.key) }) {
            let read = ImageSet.read(
                folder: folder,
                files: paths,
                contents: contents[folder + "/Contents.json"],
                sourceDensity: sourceDensity
            )
            builder.add(read, in: folder, isNumbered: isNumbered)
        }
        emptySets = builder.emptySets
        var (assets, diagnostics) = builder.finish()
        diagnostics += assets.join(also: also)
        self.assets = assets
        parts = partsOfFiles.isEmpty ? [:] : assets.parts(partsOfFiles)
        self.diagnostics = diagnostics
        byName = Dictionary(assets.indices.map { (assets[$0].name, $0) }) { first, _ in first }
        let folded = assets.indices.lazy.filter { !assets[$0].name.isPlainLowercase }
            .map { (assets[$0].name.lowercased(), $0) }
        byFoldedName = Dictionary(folded) { first, _ in first }
    }

    public subscript(name: String) -> Asset? {
        if let place = byName[name] { return assets[place] }
        return parts.isEmpty ? nil : DocumentPart(name).flatMap { parts[$0.name] }
    }

    /// The asset whose name differs only in case.
    public func differingInCase(from name: String) -> Asset? {
        guard !byFoldedName.isEmpty || !name.isPlainLowercase, byName[name] == nil else {
            return nil
        }
        let folded = name.lowercased()
        return (byFoldedName[folded] ?? byName[folded]).map { assets[$0] }
    }
}

extension [Asset] {
    /// Layers and groups as assets, with the files whose documents have them.
    fileprivate func parts(_ partsOfFiles: [String: [String]]) -> [String: Asset] {
        var result: [String: Asset] = [:]
        for asset in self {
            var files: [String: [Asset.File]] = [:]
            for file in asset.files {
                for part in partsOfFiles[file.path] ?? [] {
                    let own = Asset.File(path: file.path, density: file.density, part: part)
                    files[part, default: []].append(own)
                }
            }
            for (part, files) in files {
                let name = "\(asset.name)#\(part)"
                result[name] = Asset(name: name, files: files)
            }
        }
        return result
    }
}

/// A path compared by its bytes: another Unicode normal form is another file.
///
/// Equal bytes are equal strings, so the hash of the text is valid.
struct PathBytes: Hashable, Comparable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: PathBytes, right: PathBytes) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    static func < (left: PathBytes, right: PathBytes) -> Bool {
        left.text.bytesPrecede(right.text)
    }
}

extension String {
    /// The path up to and including its `.imageset` folder; nil outside of one.
    var imageSetFolder: String? {
        var folder = parent
        while !folder.isEmpty {
            if folder.hasSuffix(".imageset") { return folder }
            folder = folder.parent
        }
        return nil
    }
}

/// Groups files by name, and finds clashes.
struct AssetIndexBuilder {
    let pathNamed: [String]
    let sourceDensity: Int
    /// All files with their exact names, by groups of those that differ only in case and normal form.
    ///
    /// In the order in which they came, which is nearly that of the assets.
    private var groups: [[(name: String, file: Asset.File)]] = []
    /// By name without regard to case and normal form.
    private var groupIndexes: [String: Int] = [:]
    private var diagnostics: [Diagnostic] = []
    /// What image sets say of assets, by name.
    private var renderings: [String: RenderingIntent] = [:]
    /// Dark pictures of image sets, by the names that they take where no one else has them.
    private var dark: [(name: String, files: [Asset.File])] = []
    /// Numbered files by asset and density, and their dark versions.
    private var numbered = NumberedFiles()
    private var numberedDark = NumberedFiles()
    /// Where to add images to empty image sets, by asset name.
    private(set) var emptySets: [String: String] = [:]

    private typealias NumberedFiles = [String: [Int: [(number: Int, path: String)]]]

    init(pathNamed: [String], sourceDensity: Int) {
        // The innermost of nested folders counts.
        self.pathNamed = pathNamed.sorted { $0.utf8.count > $1.utf8.count }
        self.sourceDensity = sourceDensity
    }

    mutating func add(loose paths: [String], isNumbered: (String) -> Bool) {
        for path in paths {
            guard let name = FileName(path: path) else { continue }
            let file = Asset.File(path: path, density: name.density ?? sourceDensity)
            let whole = prefix(of: path) + name.stem
            if let frame = NumberedStem(whole), isNumbered(frame.name) {
                Self.add([file], as: frame, to: &numbered)
            } else {
                add(whole, file)
            }
        }
    }

    mutating func add(_ set: ImageSet, in folder: String, isNumbered: (String) -> Bool) {
        let name = prefix(of: folder) + set.name
        diagnostics += set.diagnostics
        if let frame = NumberedStem(name), isNumbered(frame.name) {
            Self.add(set.files, as: frame, to: &numbered)
            Self.add(set.darkFiles, as: frame, to: &numberedDark)
            renderings[frame.name] = renderings[frame.name] ?? set.rendering
            return
        }
        if set.files.isEmpty, set.darkFiles.isEmpty {
            emptySets[name] = folder + "/" + (set.missing ?? set.name + ".png")
        }
        for file in set.files { add(name, file) }
        renderings[name] = set.rendering
        if !set.darkFiles.isEmpty { dark.append((name + ImageSet.darkSuffix, set.darkFiles)) }
    }

    private static func add(
        _ files: [Asset.File],
        as frame: NumberedStem,
        to numbered: inout NumberedFiles
    ) {
        for file in files {
            numbered[frame.name, default: [:]][file.density, default: []]
                .append((frame.number, file.path))
        }
    }

    /// The prefix before the stem in an asset's name.
    private func prefix(of path: String) -> String {
        for folder in pathNamed {
            let start = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
            guard path.hasPrefix(start) else { continue }
            let inner = String(path.dropFirst(start.count)).parent
            return inner.isEmpty ? "" : inner + "/"
        }
        return ""
    }

    private mutating func add(_ name: String, _ file: Asset.File) {
        let folded = name.lowercased()
        if let index = groupIndexes[folded] {
            groups[index].append((name, file))
        } else {
            groupIndexes[folded] = groups.count
            groups.append([(name, file)])
        }
    }

    mutating func finish() -> (assets: [Asset], diagnostics: [Diagnostic]) {
        for (name, densities) in numbered.sorted(by: { $0.key < $1.key }) {
            for file in joined(densities, of: name) { add(name, file) }
        }
        for (name, densities) in numberedDark.sorted(by: { $0.key < $1.key }) {
            let darkName = name + ImageSet.darkSuffix
            dark.append((darkName, joined(densities, of: darkName)))
        }
        var assets: [Asset] = []
        for entries in groups {
            // Exact names in the order of their first file.
            var names: [(name: String, files: [Asset.File])] = []
            for entry in entries {
                if let index = names.firstIndex(where: { $0.name.hasSameBytes(as: entry.name) }) {
                    names[index].files.append(entry.file)
                } else {
                    names.append((entry.name, [entry.file]))
                }
            }
            let (first, firstPath) = (names[0].name, names[0].files[0].path)
            for (name, files) in names.dropFirst() {
                let finding = Diagnostic(
                    .clashingNames,
                    at: SourceLocation(path: files[0].path),
                    message: "two assets differ only in "
                        + (name == first ? "Unicode normal form" : "case")
                        + ", found \"\(first)\" (\(firstPath)) and \"\(name)\" (\(files[0].path))"
                        + (normalFormNote(first, name).map { "; \($0)" } ?? ""),
                    help: "rename one: on some file systems they are the same file",
                    related: [SourceLocation(path: firstPath)]
                )
                diagnostics.append(finding.spoiling([.id("asset", name), .id("asset", first)]))
            }
            // Of names that are equal strings only the first is an asset.
            var kept: [String] = []
            for (name, files) in names where !kept.contains(name) {
                kept.append(name)
                var asset = Asset(name: name, files: withoutDuplicates(files, of: name))
                asset.rendering = renderings[name]
                assets.append(asset)
            }
        }
        var taken = Set(groupIndexes.keys)
        for (name, files) in dark where taken.insert(name.lowercased()).inserted {
            var asset = Asset(name: name, files: files)
            asset.isDarkVariant = true
            assets.append(asset)
        }
        assets.sort { $0.name.bytesPrecede($1.name) }
        return (assets, diagnostics)
    }

    /// One file per density; frame numbers must be contiguous.
    private mutating func joined(
        _ densities: [Int: [(number: Int, path: String)]],
        of name: String
    ) -> [Asset.File] {
        var joined: [Asset.File] = []
        for (density, files) in densities.sorted(by: { $0.key < $1.key }) {
            let files = files.sorted { $0.number < $1.number }
            for (file, next) in zip(files, files.dropFirst())
            where next.number != file.number + 1 {
                let isTwice = next.number == file.number
                diagnostics.append(
                    Diagnostic(
                        .numberedFrames,
                        at: SourceLocation(path: next.path),
                        message: isTwice
                            ? "two files are frame \(file.number) of asset \"\(name)\""
                            : "the frames of asset \"\(name)\" have a gap, found \(next.number) "
                                + "after \(file.number)",
                        help: isTwice
                            ? "remove one, or number it anew" : "number them without a gap",
                        related: [SourceLocation(path: file.path)]
                    )
                )
            }
            joined.append(
                Asset.File(
                    path: files[0].path,
                    density: density,
                    following: files.dropFirst().map(\.path)
                )
            )
        }
        if let first = joined.first,
            let other = joined.first(where: { $0.following.count != first.following.count })
        {
            diagnostics.append(
                Diagnostic(
                    .numberedFrames,
                    at: SourceLocation(path: other.path),
                    message: "the densities of asset \"\(name)\" differ in their frames, found "
                        + "\(other.following.count + 1), expected \(first.following.count + 1)",
                    help: "export all frames at each density",
                    related: [SourceLocation(path: first.path)]
                )
            )
        }
        return joined
    }

    private mutating func withoutDuplicates(_ files: [Asset.File], of name: String) -> [Asset.File]
    {
        var byDensity: [Int: Asset.File] = [:]
        for file in files {
            guard let first = byDensity[file.density] else {
                byDensity[file.density] = file
                continue
            }
            diagnostics.append(
                Diagnostic(
                    .duplicateAsset,
                    at: SourceLocation(path: file.path),
                    message: "two files are the asset \"\(name)\" at density \(file.density), "
                        + "found \(first.path) and \(file.path)"
                        + (normalFormNote(first.path, file.path).map {
                            ", which differ in Unicode normal form: \($0)"
                        } ?? ""),
                    help: "rename or remove one; folders are no part of a name",
                    related: [SourceLocation(path: first.path)]
                )
            )
        }
        return byDensity.values.sorted { $0.density < $1.density }
    }
}
