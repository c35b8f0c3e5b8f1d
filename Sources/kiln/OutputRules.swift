import Bake
import Catalog
import Console
import Diagnostics
import FileStore

// Where the outputs of a command may go, as its options name them; looked at before any work.
extension Values {
    /// Two options that name one file would leave the output of one of them.
    func refuseSharedFiles() throws {
        let disk = RealDisk()
        var options: [String: String] = [:]
        for output in outputs {
            let place = disk.destination(of: output.path)
            guard let other = options.updateValue(output.option, forKey: place) else { continue }
            let both =
                other == output.option ? "'\(other)' twice" : "'\(other)' and '\(output.option)'"
            throw usageError(
                "two outputs go to one file, found \(both) for '\(output.path)'"
            )
        }
    }

    /// Keeps a catalog, its files and sources, its cache, and what a bake owns free of other outputs.
    ///
    /// `path` is the catalog or its folder, `bake` the output folder of the bake that the command makes;
    /// `options` are those whose path the command only reads this time.
    func refuseUnfitOutputs(
        besides path: String,
        bake: String? = nil,
        except options: Set<String> = [],
        disk: RealDisk = RealDisk()
    ) throws {
        let outputs = outputs.filter { output in
            output.path != bake && !options.contains(output.option)
        }
        let file = catalogFile(path, disk: disk)
        // A catalog that cannot be read is reported by whoever needs it.
        guard !outputs.isEmpty, let bytes = try? disk.read(file) else { return }
        let folder = parentFolder(of: file)
        var inputs = [file]
        let catalog = readCatalog(bytes, path: file) {
            (path, followsLinks) throws(CatalogFileTrouble) in
            inputs.append(joinPath(folder, path))
            return try disk.fileBeside(folder, path, followsLinks: followsLinks)
        }.catalog
        for profile in [nil] + (catalog?.profiles ?? []).map(\.name) {
            let layouts = LayoutPlaces(catalog: file, profile: profile)
            inputs += (catalog?.targets ?? []).map { layouts.path(of: $0.id) }
        }
        let inputPlaces = Set(inputs.map { disk.destination(of: $0) })
        let caches = outputs.filter { $0.option == "--cache-dir" }.map(\.path)
        let usual = CacheFolder(of: file, disk: disk).path
        var obstacles: [Obstacle] = []
        for output in outputs {
            // The cache may be named where it is anyway.
            if caches.contains(output.path),
                disk.destination(of: output.path) == disk.destination(of: usual)
            {
                continue
            }
            let cache = ([usual] + caches).first { cache in
                cache != output.path && disk.leads(output.path, into: cache)
            }
            let sources = catalog?.sources.folders.first { source in
                disk.leads(output.path, into: joinPath(folder, source))
            }
            if inputPlaces.contains(disk.destination(of: output.path)) {
                obstacles.append(Obstacle(output.path, .input))
            } else if let cache {
                obstacles.append(Obstacle(output.path, .cache(cache)))
            } else if let sources {
                obstacles.append(Obstacle(output.path, .sources(sources)))
            } else if let bake, catalog?.owns(output.path, in: bake, disk: disk) == true {
                obstacles.append(Obstacle(output.path, .bake(bake)))
            }
        }
        guard obstacles.isEmpty else { throw Obstruction(obstacles) }
    }
}

extension Catalog {
    /// Whether a path is a bake's own in its output folder: the manifest, or what is in the folder
    /// of a target.
    fileprivate func owns(_ path: String, in output: String, disk: any Disk) -> Bool {
        let own = ["manifest.json"] + targets.map(\.id)
        return own.contains { disk.leads(path, into: joinPath(output, $0)) }
    }
}
