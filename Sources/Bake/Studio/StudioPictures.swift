import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
import ImageCodec
package import KilnManifest
import Raster

/// What a page asks to see.
package struct StudioLook: Hashable, Sendable {
    package var look: KilnManifest.Look
    /// Of all frames of the base.
    package var frame: Int
    /// Pixels per point.
    package var scale: Int
}

/// Draws looks, and keeps the pictures that pages load.
package struct StudioPictures: Sendable {
    /// A drawn look; pictures are named by their address.
    package struct View: Sendable {
        /// Nil if the look cannot be drawn.
        package var drawn: DrawnLook?
        package var picture: String?
        /// Of `drawn.parts`.
        package var parts: [String] = []
        package var problems: [Diagnostic]
    }

    private var memory = DrawMemory()
    /// PNG files by name, and the names in the order of their last use.
    private var pictures: [String: [UInt8]] = [:]
    private var order: [String] = []
    /// Files that gave no thumbnail, with their stamps.
    private var unreadable: Set<Digest> = []
    package let jobs: Int
    private let disk: any Disk

    private static let largestCount = 400

    package init(jobs: Int, disk: any Disk) { (self.jobs, self.disk) = (jobs, disk) }

    /// Pictures that changed are read again, even within a tick of the disk's clock.
    package mutating func forget(_ files: [String]) { memory.forget(files) }

    package mutating func draw(
        _ wanted: StudioLook,
        in loaded: LoadedCatalog
    ) async throws -> View {
        var options = DrawOptions(jobs: jobs)
        options.frames = .around(wanted.frame)
        options.scale = wanted.scale
        options.keepsParts = true
        let (drawn, problems) = try await drawLooks(
            loaded,
            [wanted.look],
            options,
            memory: &memory,
            disk: disk
        )
        guard let look = drawn.first.flatMap(\.self) else {
            return View(drawn: nil, problems: problems)
        }
        var view = View(drawn: look, problems: problems)
        let image = look.images[0].straight()
        view.picture = try picture(PackedPicture(image).identity.digest) { image }
        for part in look.parts {
            let packed = part.layer.picture
            view.parts.append(try picture(packed.identity.digest) { packed.unpacked() } ?? "")
        }
        return view
    }

    /// The PNG file of a name that `draw` or `thumbnail` gave out; nil if it was dropped since.
    package func picture(named name: String) -> [UInt8]? { pictures[name] }

    /// The name of a small picture of a file; nil if it cannot be read.
    package mutating func thumbnail(of file: String) -> String? {
        let disk = disk
        let key = Digest(of: Array("\(file) \(String(describing: disk.stamp(file)))".utf8))
        if unreadable.contains(key) { return nil }
        do {
            return try picture(key) {
                let decoded = try decodeImage(try disk.read(file))
                return decoded.image.fitted(into: PixelRoom(width: 96, height: 96))
            }
        } catch {
            unreadable.insert(key)
            return nil
        }
    }

    /// Keeps a PNG file, and returns its name.
    mutating func keep(_ file: [UInt8]) -> String {
        let name = Digest(of: file).text
        pictures[name] = file
        touch(name)
        return name
    }

    private mutating func picture(
        _ digest: Digest,
        _ image: () throws -> StraightImage?
    ) throws -> String? {
        let name = digest.text
        if pictures[name] == nil {
            guard let image = try image() else { return nil }
            pictures[name] = try encodePNG(image, effort: .fast)
        }
        touch(name)
        return name
    }

    /// Makes a picture the last one to be dropped.
    private mutating func touch(_ name: String) {
        order.removeAll { $0 == name }
        order.append(name)
        if order.count > Self.largestCount { pictures[order.removeFirst()] = nil }
    }
}
