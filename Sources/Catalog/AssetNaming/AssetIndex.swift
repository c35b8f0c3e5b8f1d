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
