import Diagnostics

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
    private var numbered: [String: [Int: [NumberedFile]]] = [:]
    private var numberedDark: [String: [Int: [NumberedFile]]] = [:]
    /// Where to add images to empty image sets, by asset name.
    private(set) var emptySets: [String: String] = [:]

    private typealias NumberedFile = (number: Int, path: String)

    init(pathNamed: [String], sourceDensity: Int) {
        // The innermost of nested folders counts.
        self.pathNamed = pathNamed.sorted { $0.utf8.count > $1.utf8.count }
        self.sourceDensity = sourceDensity
    }

    mutating func add(loose paths: [String], isNumbered: (String) -> Bool) {
        for path in paths {
            guard let name = FileName(path: path) else { continue }
            let density = name.density ?? sourceDensity
            let whole = prefix(of: path) + name.stem
            if let frame = NumberedStem(whole), isNumbered(frame.name) {
                numbered[frame.name, default: [:]][density, default: []]
                    .append((frame.number, path))
            } else {
                add(whole, Asset.File(path: path, density: density))
            }
        }
    }

    mutating func add(_ set: ImageSet, in folder: String, isNumbered: (String) -> Bool) {
        let name = prefix(of: folder) + set.name
        diagnostics += set.diagnostics
        if let frame = NumberedStem(prefix(of: folder) + set.name), isNumbered(frame.name) {
            let name = frame.name
            for file in set.files {
                numbered[name, default: [:]][file.density, default: []]
                    .append((frame.number, file.path))
            }
            for file in set.darkFiles {
                numberedDark[name, default: [:]][file.density, default: []]
                    .append((frame.number, file.path))
            }
            renderings[name] = renderings[name] ?? set.rendering
            return
        }
        if set.files.isEmpty, set.darkFiles.isEmpty {
            emptySets[name] = folder + "/" + (set.missing ?? set.name + ".png")
        }
        for file in set.files { add(name, file) }
        renderings[name] = set.rendering
        if !set.darkFiles.isEmpty { dark.append((name + ImageSet.darkSuffix, set.darkFiles)) }
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
        joinNumbered()
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
            diagnostics += names.dropFirst().map { Diagnostic.clashingNames($0, names[0]) }
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

    private mutating func joinNumbered() {
        for (name, densities) in numbered.sorted(by: { $0.key < $1.key }) {
            for file in joined(densities, of: name) { add(name, file) }
        }
        for (name, densities) in numberedDark.sorted(by: { $0.key < $1.key }) {
            let darkName = name + ImageSet.darkSuffix
            dark.append((darkName, joined(densities, of: darkName)))
        }
    }

    /// One file per density; frame numbers must be contiguous.
    private mutating func joined(
        _ densities: [Int: [NumberedFile]],
        of name: String
    ) -> [Asset.File] {
        var joined: [Asset.File] = []
        for (density, files) in densities.sorted(by: { $0.key < $1.key }) {
            let files = files.sorted { $0.number < $1.number }
            for (file, next) in zip(files, files.dropFirst())
            where next.number != file.number + 1 {
                diagnostics.append(.numberGap(name, file, next))
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
            diagnostics.append(.frameCounts(name, first, other))
        }
        return joined
    }

    private mutating func withoutDuplicates(_ files: [Asset.File], of name: String) -> [Asset.File]
    {
        var byDensity: [Int: Asset.File] = [:]
        for file in files {
            if let first = byDensity[file.density] {
                diagnostics.append(.duplicateAsset(name, file, first))
            } else {
                byDensity[file.density] = file
            }
        }
        return byDensity.values.sorted { $0.density < $1.density }
    }
}

extension Diagnostic {
    fileprivate static func numberGap(
        _ name: String,
        _ file: (number: Int, path: String),
        _ next: (number: Int, path: String)
    ) -> Diagnostic {
        let isTwice = next.number == file.number
        return Diagnostic(
            .numberedFrames,
            at: SourceLocation(path: next.path),
            message: isTwice
                ? "two files are frame \(file.number) of asset \"\(name)\""
                : "the frames of asset \"\(name)\" have a gap, found \(next.number) after \(file.number)",
            help: isTwice ? "remove one, or number it anew" : "number them without a gap",
            related: [SourceLocation(path: file.path)]
        )
    }

    fileprivate static func frameCounts(
        _ name: String,
        _ first: Asset.File,
        _ other: Asset.File
    ) -> Diagnostic {
        Diagnostic(
            .numberedFrames,
            at: SourceLocation(path: other.path),
            message: "the densities of asset \"\(name)\" differ in their frames, found "
                + "\(other.following.count + 1), expected \(first.following.count + 1)",
            help: "export all frames at each density",
            related: [SourceLocation(path: first.path)]
        )
    }

    fileprivate static func duplicateAsset(
        _ name: String,
        _ file: Asset.File,
        _ first: Asset.File
    ) -> Diagnostic {
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
    }

    fileprivate static func clashingNames(
        _ later: (name: String, files: [Asset.File]),
        _ first: (name: String, files: [Asset.File])
    ) -> Diagnostic {
        let what = later.name == first.name ? "Unicode normal form" : "case"
        let (path, firstPath) = (later.files[0].path, first.files[0].path)
        return Diagnostic(
            .clashingNames,
            at: SourceLocation(path: path),
            message: "two assets differ only in \(what), found \"\(first.name)\" (\(firstPath)) "
                + "and \"\(later.name)\" (\(path))"
                + (normalFormNote(first.name, later.name).map { "; \($0)" } ?? ""),
            help: "rename one: on some file systems they are the same file",
            related: [SourceLocation(path: firstPath)]
        )
        .spoiling([.id("asset", later.name), .id("asset", first.name)])
    }
}
