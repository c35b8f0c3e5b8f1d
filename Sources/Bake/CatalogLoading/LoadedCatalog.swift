package import Catalog
package import Diagnostics
package import FileStore
import ImageCodec
import KilnManifest

extension Check {
    package static let unreadableCatalog = Check("unreadable-catalog", isFixed: true)
}

/// The catalog's file, where the user may have named the folder that holds a `catalog.json`.
package func catalogFile(_ path: String, disk: any Disk) -> String {
    disk.stamp(path)?.isFolder == true ? joinPath(path, "catalog.json") : path
}

/// The nearest `catalog.json` at or above a folder; nil without one.
package func nearestCatalog(above folder: String, disk: any Disk) -> String? {
    var folder = folder
    while true {
        let path = joinPath(folder, "catalog.json")
        if disk.stamp(path)?.isFolder == false { return path }
        guard let real = disk.realPath(folder.isEmpty ? "." : folder), real != "/" else {
            return nil
        }
        // Above what was typed there is only "..".
        let isTyped = folder.pathParts.last.map { ![".", ".."].contains($0) } ?? false
        folder = isTyped ? parentFolder(of: folder) : joinPath(folder, "..")
    }
}

/// What to do where there is no catalog.
package let helpWithoutCatalog = "name the catalog or its folder, or make one with 'kiln init'"

extension Disk {
    /// The catalog's file, for whoever does without what it says.
    ///
    /// `path` is of the catalog, or of the folder that holds a `catalog.json`.
    ///
    /// - Throws: when there is no such file, or it is clearly something else.
    package func existingCatalog(_ path: String) throws(DiskError) -> String {
        let file = catalogFile(path, disk: self)
        guard stamp(file)?.isFolder == false else {
            throw DiskError(
                .read,
                file,
                reason: "no such file or directory",
                help: helpWithoutCatalog
            )
        }
        if let other = otherFile(inPlaceOf: file) {
            throw DiskError(.read, file, reason: other.message, help: other.help)
        }
        return file
    }

    /// Says what is where a catalog was named, if it is clearly something else.
    package func otherFile(inPlaceOf path: String) -> Diagnostic? {
        let file = catalogFile(path, disk: self)
        return (try? read(file)).flatMap { Diagnostic.otherFile($0, named: file) }
    }

    fileprivate func readCatalogFile(_ file: String) throws(DiskError) -> [UInt8] {
        do throws(DiskError) {
            return try read(file)
        } catch {
            var reported = error
            let isThere = stamp(file)?.isFolder == false
            reported.help = error.help ?? (isThere ? nil : helpWithoutCatalog)
            throw reported
        }
    }
}

extension Diagnostic {
    /// What is found instead of a catalog, where it is clear: a picture, or what a bake wrote.
    fileprivate static func otherFile(_ bytes: [UInt8], named file: String) -> Diagnostic? {
        let found: String
        var help = "name the catalog or its folder"
        if let format = pictureFormatName(of: bytes) {
            found = "a picture (\(format))"
            let isRead = (try? readImageInfo(bytes)) != nil
            if isRead {
                help += ", or make one around the picture with 'kiln init DIR --from \(file)'"
            }
        } else if ManifestHeading.isFound(in: bytes) {
            found = "the manifest of a bake"
            help += "; 'kiln inspect \(file)' shows what the manifest holds"
        } else {
            return nil
        }
        return Diagnostic(
            .unreadableCatalog,
            at: SourceLocation(path: file),
            message: "the file is no catalog, found \(found)",
            help: help
        )
    }
}

/// A catalog with the files it is about; no picture was opened yet.
package struct LoadedCatalog: Sendable {
    /// As the user named it.
    package let path: String
    /// The name of a profile that was asked for and that it does not have.
    package let unknownProfile: String?
    /// Where its files are.
    package let disk: any Disk
    /// Its folder, as the disk knows it.
    package let folder: String
    package let catalog: Catalog
    package let index: AssetIndex
    package let coverage: Coverage
    /// How grave the catalog takes findings.
    package let policy: CheckPolicy
    /// Everything wrong so far, in report order.
    package let diagnostics: [Diagnostic]
    /// Errors in what the catalog says, whatever its files hold, that nothing can be made of.
    package let errorsOfCatalog: [Diagnostic]
    /// Of the catalog's file.
    package let digest: Digest
    /// The files that it names, by their paths from its folder; nil for those that cannot be read.
    package let namedFiles: [String: Digest?]
    /// What to watch for changes of these files: a missing one by its missing folder.
    package let namedPaths: [String]
    package let scan: SourceScan
    /// What there is nothing wrong with: the catalog and the names of its files; nil when something is
    /// wrong, or what is depends on contents of files.
    package let soundness: Digest?

    /// Reads the catalog and looks what its sources hold.
    ///
    /// `path` is of the catalog, or of the folder that holds a `catalog.json`; `text` is used in
    /// place of the file's. `name` is of the profile to lay over it; see `unknownProfile`. A strict
    /// profile is not strict where looks are only drawn. `soundness` is of an earlier load by this
    /// program: where it is the same, nothing is looked for.
    ///
    /// - Returns: nil for the catalog when it cannot be read at all; the diagnostics say why.
    /// - Throws: `DiskError` when the file cannot be had.
    package static func load(
        _ path: String,
        text: [UInt8]? = nil,
        profile name: String? = nil,
        isDrawn: Bool = false,
        soundness: Digest? = nil,
        disk: any Disk
    ) throws(DiskError) -> (loaded: LoadedCatalog?, diagnostics: [Diagnostic]) {
        let file = catalogFile(path, disk: disk)
        let bytes = if let text { text } else { try disk.readCatalogFile(file) }
        let folder = parentFolder(of: file)
        var namedFiles: [String: Digest?] = [:]
        let read = readCatalog(bytes, path: file) {
            (path, followsLinks) throws(CatalogFileTrouble) in
            namedFiles.updateValue(nil, forKey: path)
            let bytes = try disk.fileBeside(folder, path, followsLinks: followsLinks)
            namedFiles[path] = Digest(of: bytes)
            return bytes
        }
        if read.diagnostics.hasErrors, let other = Diagnostic.otherFile(bytes, named: file) {
            return (nil, [other])
        }
        guard let authored = read.catalog else { return (nil, read.diagnostics.inReportOrder()) }
        var profile = authored.profiles.first { $0.name == name }
        if isDrawn { profile?.isStrict = false }
        let catalog = profile.map(authored.laid) ?? authored
        // What its rules leave out shall not replace what they do not.
        let keepsMany = DiagnosticList.keepsMany || leavesOutSingleFindings(catalog)
        let loaded = DiagnosticList.$keepsMany.withValue(keepsMany) {
            LoadedCatalog(
                file,
                catalog,
                authored.targets,
                profile == nil ? name : nil,
                Digest(of: bytes),
                namedFiles,
                read.diagnostics,
                soundness,
                disk
            )
        }
        return (loaded, loaded.diagnostics.inReportOrder())
    }

    private init(
        _ path: String,
        _ authored: Catalog,
        _ targets: [Target],
        _ unknownProfile: String?,
        _ digest: Digest,
        _ namedFiles: [String: Digest?],
        _ found: [Diagnostic],
        _ earlierSoundness: Digest?,
        _ disk: any Disk
    ) {
        self.disk = disk
        self.digest = digest
        self.namedFiles = namedFiles
        namedPaths = namedFiles.keys.sorted().map {
            joinPath(parentFolder(of: path), disk.firstMissing($0, in: parentFolder(of: path)))
        }
        self.path = path
        self.unknownProfile = unknownProfile
        folder = parentFolder(of: path)
        scan = SourceScan(authored.sources, in: folder, disk: disk)
        var files = FileSheets(scan.files, in: folder, disk: disk)
        index = AssetIndex(
            files: scan.files,
            contents: scan.contents,
            pathNamed: authored.sources.pathNamed,
            isNumbered: { authored.sheet(for: $0).value.frames == .numbered },
            also: { asset in
                authored.sheet(for: asset).value.also.map { $0.name(ofCompanionOf: asset) }
            },
            sourceDensity: authored.sourceDensity,
            partsOfFiles: files.partsOfFiles()
        )
        var laid = authored
        laid.sheetsOfFiles = files.sheets(authored, index)
        if !index.parts.isEmpty { laid.naming = authored.naming.withLayers }
        let palettes = laid.readPalettes(index, in: folder, disk: disk)
        let catalog = laid
        self.catalog = catalog
        let canBeSound =
            found.isEmpty && scan.diagnostics.isEmpty && palettes.isEmpty && !files.readsFiles
            && !catalog.palettes.contains { $0.asset != nil }
        let facts =
            canBeSound ? scan.names(digest, namedFiles, catalog.profile?.name) : nil
        let isSound = facts != nil && facts == earlierSoundness
        coverage = Coverage(
            catalog: catalog,
            index: index,
            foreignPictures: scan.foreignPictures + scan.ignoredPictures,
            isSound: isSound
        )
        // Side pictures are used by what they are next to.
        let suffixes = Set(catalog.targets.flatMap(\.settings.sideSheets))
        let index = index
        let assetsWithoutSides = index.assets.map(\.name).filter { name in
            !suffixes.contains { index.isSide(name, $0) }
        }
        let layers = index.parts.keys.sorted()
        // With all targets that it names, whatever profile is laid over it.
        var whole = catalog
        whole.targets = targets
        let checks =
            isSound
            ? []
            : checkCatalog(whole) + checkRetired(catalog)
                + checkRules(catalog, of: Check.all, files: scan.files)
                + checkArt(catalog, coverage, assets: assetsWithoutSides + layers)
        let shown = coverage
        policy = CheckPolicy(
            catalog,
            assets: {
                (index.assets + layers.compactMap { index.parts[$0] })
                    .map { ($0.name, $0.files.flatMap { [$0.path] + $0.following }) }
            },
            uses: {
                shown.cells.compactMap { cell in cell.winner.map { ($0.name, cell.item?.id) } }
                    + shown.images.map { ($0.asset.name, nil) }
            }
        )
        let sides = catalog.sideSheetFindings(index)
        let spoiling = found.map { $0.spoiling(catalog.spoiled(by: $0)) }
        errorsOfCatalog = (spoiling + checks + sides + palettes).applying(policy)
            .withholdingConsequences()
            .inReportOrder().filter { $0.check.isFixed && $0.severity == .error }
        let all =
            spoiling + scan.withoutPictures(of: catalog)
            + scan.diagnostics.map { $0.located(in: catalog) } + files.diagnostics
            + index.diagnostics + checks + sides
            + palettes + coverage.diagnostics
        diagnostics = all.applying(policy).withholdingConsequences().inReportOrder()
        // A policy may leave findings out; what follows from them is not looked into here.
        soundness = all.isEmpty ? facts : nil
    }
}

extension Disk {
    /// The outermost missing folder of a path; the path itself if its folder exists.
    fileprivate func firstMissing(_ path: String, in folder: String) -> String {
        var path = path
        while path.hasSlash, stamp(joinPath(folder, parentFolder(of: path)))?.isFolder != true {
            path = parentFolder(of: path)
        }
        return path
    }

    /// The bytes of a file that the catalog names.
    package func fileBeside(
        _ folder: String,
        _ path: String,
        followsLinks: Bool
    ) throws(CatalogFileTrouble) -> [UInt8] {
        let file = joinPath(folder, path)
        guard followsLinks || !leadsOut(file, of: folder) else {
            throw CatalogFileTrouble(
                reason: "it is a link that leads out of the catalog's folder"
            )
        }
        do throws(DiskError) {
            return try read(file)
        } catch {
            throw CatalogFileTrouble(reason: error.reason)
        }
    }
}

extension LoadedCatalog {
    /// What work on its art shares, without a cache.
    func context(jobs: Int) -> RenderContext { RenderContext(disk: disk, jobs: jobs) }

    /// Of the files that it names, and that could be read.
    package var fileDigests: [String: Digest] { namedFiles.compactMapValues(\.self) }

    /// Whether a file says more than its pixels, by its whole path: then the catalog has to be loaded
    /// anew when it changes.
    package func hasOwnFrames(_ file: String) -> Bool {
        catalog.sheetsOfFiles.values.contains { joinPath(folder, $0.path) == file }
    }

    /// What is wrong with animations, anchors and overlays once pictures show how many frames they
    /// have, with the severities that the catalog wants.
    ///
    /// `counts` are the frames of assets whose numbers the catalog does not tell, by name. What was
    /// reported when the catalog was loaded is left out.
    package func frameCountFindings(_ counts: [String: Int]) -> [Diagnostic] {
        guard !counts.isEmpty else { return [] }
        return checkFrameCounts(catalog, coverage, counts: counts).applying(policy)
    }
}

extension Catalog {
    /// What cannot be judged while something is wrong with the text at a finding's place.
    func spoiled(by finding: Diagnostic) -> Set<Matter> {
        guard finding.severity == .error, let location = finding.location,
            location.path == place.location?.path
        else { return [] }
        func isIn(_ member: String) -> Bool {
            place.has(member) && place[member].holds(location)
        }
        if isIn("sources") || isIn("sourceDensity") { return [.sources] }
        if isIn("naming") || isIn("axes") || isIn("animations") { return [.naming] }
        if isIn("canvas") { return [.canvas] }
        if isIn("sheets") { return [.sheets] }
        func spoiled(_ own: Matter, at place: CatalogPlace) -> Set<Matter> {
            place.has("id") && place["id"].holds(location) ? [own, .ids] : [own]
        }
        if isIn("species") {
            let own = species.first(at: location, \.place)
            return own.map { spoiled(.species($0.id), at: $0.place) } ?? [.things]
        }
        if isIn("items") {
            let own = items.first(at: location, \.place)
            return own.map { spoiled(.item($0.id), at: $0.place) } ?? [.things]
        }
        if isIn("images") { return [.things] }
        if isIn("looks") { return [.looks] }
        if isIn("targets") {
            return targets.first(at: location, \.place).map { [.target($0.id)] } ?? []
        }
        let others = ["profiles", "chroma", "checks", "slots", "extras", "colors"]
        // A member that no one knows may be one of the lists.
        return others.contains(where: isIn) ? [] : [.things]
    }
}

extension Array {
    /// The element at a location, by bisection: elements are in the order of the text.
    fileprivate func first(
        at location: SourceLocation,
        _ place: KeyPath<Element, CatalogPlace>
    ) -> Element? {
        let index = endOfPrefix { $0[keyPath: place].ends(before: location) }
        guard index < count, self[index][keyPath: place].holds(location) else { return nil }
        return self[index]
    }
}

// Checks of pictures that are next to others, such as normal maps.

extension AssetIndex {
    /// Whether an asset is next to another one, under its name with a suffix.
    func isSide(_ name: String, _ suffix: String) -> Bool {
        name.hasSuffix(suffix) && self[String(name.dropLast(suffix.count))] != nil
    }
}

extension Catalog {
    /// Suffixes of side sheets that no picture's name has, and side pictures of sprites whose
    /// frames are found only by the sprites' own pixels.
    func sideSheetFindings(_ index: AssetIndex) -> [Diagnostic] {
        targets.flatMap { target in
            target.settings.sideSheets.enumerated().compactMap { place, suffix in
                let location = target.place["sideSheets"][place].location
                guard index.assets.contains(where: { index.isSide($0.name, suffix) }) else {
                    return Diagnostic(
                        .unknownReference,
                        at: location,
                        message: "no picture is next to another under a name with \"\(suffix)\"",
                        help: "add one such as dog_pet\(suffix).png, or remove \"\(suffix)\""
                    )
                    .following([.sources])
                }
                let moved = index.assets.lazy.map(\.name).first { name in
                    let sheet = sheet(for: name).value
                    return index[name + suffix] != nil
                        && (sheet.cutting?.followsFigures == true || sheet.register != nil)
                }
                guard let moved else { return nil }
                return Diagnostic(
                    .targetSettings,
                    at: location,
                    message: "target \"\(target.id)\": \"\(moved)\(suffix)\" cannot be cut as "
                        + "\"\(moved)\" is, whose figures tell where its frames are",
                    help: "cut it with \"grid\", \"cell\" or \"rects\", and without \"register\""
                )
                .following([.sources, .sheets])
            }
        }
    }
}
