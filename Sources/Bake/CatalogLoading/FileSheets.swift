import AtlasBuilding
import Catalog
package import Diagnostics
import FileStore
import ImageCodec
import KilnManifest
import Raster

extension Check {
    package static let tagName = Check("tag-name", .note)
    package static let layerNamedTwice = Check("layer-named-twice", .note)
}

/// What files with frames of their own say of themselves, read before anything is resolved.
struct FileSheets {
    /// By path, relative to the catalog's folder.
    private(set) var facts: [String: SheetFacts] = [:]
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether any file was opened.
    private(set) var readsFiles = false
    private let folder: String
    private let disk: any Disk

    /// Reads those files whose names tell that they may have frames.
    init(_ files: [String], in folder: String, disk: any Disk) {
        self.folder = folder
        self.disk = disk
        for path in files where isAnimationName(path) { read(path) }
    }

    private mutating func read(_ path: String) {
        readsFiles = true
        guard facts[path] == nil, let bytes = try? disk.read(joinPath(folder, path)) else { return }
        // Nothing is drawn here; what is too large to draw is reported then.
        var limits = DecodeLimits()
        limits.maximumSide = PixelSize.maximumSide
        limits.maximumPixels = PixelSize.maximumSide << 20
        do throws(ImageDecodingError) {
            facts[path] = try readSheetFacts(bytes, limits: limits)
        } catch {
            // Of a document no one knows which layers are missing; other files are reported when they
            // are used. Adobe's palettes are called .ase, too.
            guard isDocumentName(path), !bytes.starts(with: "ASEF".utf8) else { return }
            diagnostics.append(RenderFailure(path: path, reason: .undecodable(error)).diagnostic)
        }
    }

    /// The layers and groups that can be asked for, by path; also by their short names, where no other
    /// has it.
    mutating func partsOfFiles() -> [String: [String]] {
        var result: [String: [String]] = [:]
        for (path, facts) in facts.sorted(by: { $0.key < $1.key }) where !facts.parts.isEmpty {
            let counts = Dictionary(facts.parts.map { ($0, 1) }, uniquingKeysWith: +)
            let short = Dictionary(grouping: facts.parts) { lastPart(of: $0) }
            var parts: [String] = []
            for part in facts.parts where counts[part] == 1 {
                parts.append(part)
                let name = lastPart(of: part)
                if name != part, !name.isEmpty, counts[name] == nil, short[name]?.count == 1 {
                    parts.append(name)
                }
            }
            result[path] = parts
            diagnostics += Set(facts.parts.filter { counts[$0] != 1 }).sorted()
                .map { .layerNamedTwice($0, path) }
        }
        return result
    }

    /// What the assets' files say, by asset; their layers say what their document does.
    mutating func sheets(_ catalog: Catalog, _ index: AssetIndex) -> [String: FileSheet] {
        var result: [String: FileSheet] = [:]
        for asset in index.assets {
            let path = asset.files[0].path
            if catalog.sheet(for: asset.name).value.frames == .animation {
                for file in asset.files { read(file.path) }
            }
            guard asset.frameFiles == 1, let facts = facts[path] else { continue }
            result[asset.name] = FileSheet(facts, asset, nil)
            guard case .file? = result[asset.name]?.origin(ofAnimationsIn: catalog, asset) else {
                continue
            }
            diagnostics += facts.renamedTags.map { .tagName($0.tag, $0.name, path) }
        }
        for (name, asset) in index.parts {
            guard let facts = facts[asset.files[0].path] else { continue }
            result[name] = FileSheet(facts, asset, asset.files[0].part)
        }
        return result
    }
}

extension FileSheet {
    /// What an asset's first file says, for one of its layers or all of it.
    fileprivate init(_ facts: SheetFacts, _ asset: Asset, _ part: String?) {
        self.init(path: asset.files[0].path)
        if facts.frames > 1 {
            settings.cutting = .ownFrames(facts.frames)
            members.append("frames")
            settings.animations = facts.animations
            members.append("animations")
            isUnnamedRun = facts.tags.isEmpty
        }
        // A slice that is called like a layer is that layer's; others are everybody's.
        let name = part.map { lastPart(of: $0) }
        let layers = Set(facts.parts.map { lastPart(of: $0) })
        let own = facts.slices.filter { $0.name == name }
        let slices = own + facts.slices.filter { !layers.contains($0.name) }
        let (width, height) = (Double(facts.size.width), Double(facts.size.height))
        for slice in slices {
            guard let pivot = slice.pivot, settings.pivot == nil else { continue }
            settings.pivot = CanvasPoint(
                x: Double(slice.bounds.x + pivot.x) / width,
                y: Double(slice.bounds.y + pivot.y) / height
            )
            members.append("pivot")
        }
        for slice in slices {
            guard settings.nineSlice == nil, let center = slice.center else { continue }
            let density = max(1, asset.files[0].density)
            let (left, top) = (slice.bounds.x + center.x, slice.bounds.y + center.y)
            let (right, bottom) = (left + center.width, top + center.height)
            var borders = NineSlice()
            borders.left = max(0, left) / density
            borders.top = max(0, top) / density
            borders.right = max(0, facts.size.width - right) / density
            borders.bottom = max(0, facts.size.height - bottom) / density
            settings.nineSlice = borders
            members.append("nineSlice")
        }
    }

    /// Who decides the animations of the asset once the catalog knows this.
    fileprivate func origin(ofAnimationsIn catalog: Catalog, _ asset: Asset) -> SettingOrigin {
        var catalog = catalog
        catalog.sheetsOfFiles = [asset.name: self]
        return catalog.sheet(for: asset.name).origin(of: "animations")
    }
}

extension Diagnostic {
    fileprivate static func tagName(_ tag: String, _ name: String, _ path: String) -> Diagnostic {
        Diagnostic(
            .tagName,
            at: SourceLocation(path: path),
            message: "the tag \"\(shortened(tag, to: 80))\" cannot be the name of an animation, "
                + "which is called \"\(name)\"",
            help:
                "rename the tag with A-Z a-z 0-9 _ . -, each name once, or give \"animations\" in "
                + "a rule of \"sheets\""
        )
    }

    fileprivate static func layerNamedTwice(_ part: String, _ path: String) -> Diagnostic {
        Diagnostic(
            .layerNamedTwice,
            at: SourceLocation(path: path),
            message:
                "several layers or groups are called \"\(shortened(part, to: 80))\", so none of "
                + "them can be asked for by it",
            help: "give each a name of its own"
        )
    }
}

// Tags as animations.

extension SheetFacts {
    /// One animation for each tag; without tags one of all frames.
    var animations: [SheetAnimation] {
        guard !tags.isEmpty else {
            let whole = Tag(name: FileSheet.unnamedRun, frames: 0...frames - 1)
            return [animation(whole, named: whole.name)]
        }
        return zip(tags, namesOfTags).map(animation)
    }

    /// Tags whose names are not those of their animations.
    var renamedTags: [(tag: String, name: String)] {
        zip(tags, namesOfTags).filter { $0.name != $1 }.map { ($0.name, $1) }
    }

    /// The tags' names as ids, each once.
    ///
    /// Artists write "Walk left" and "gähnen"; what ids cannot have becomes a hyphen.
    private var namesOfTags: [String] {
        var taken: Set<String> = []
        return tags.enumerated().map { place, tag in
            let own = identifier(tag.name) ?? "tag-\(place + 1)"
            let numbered = (2...).lazy.map { "\(own)-\($0)" }
            let name = taken.contains(own) ? numbered.first { !taken.contains($0) } ?? own : own
            taken.insert(name)
            return name
        }
    }

    private func identifier(_ text: String) -> String? {
        var id = ""
        for scalar in text.unicodeScalars {
            if isIdentifierScalar(scalar) {
                id.unicodeScalars.append(scalar)
            } else if id.last != "-" {
                id += "-"
            }
        }
        id = String(id.drop { $0 == "-" || $0 == "." }.prefix(60))
        while id.last == "-" { id.removeLast() }
        return id.isEmpty ? nil : id
    }

    /// The frames of a tag in the order of play, with their durations.
    private func animation(_ tag: Tag, named name: String) -> SheetAnimation {
        var result = SheetAnimation()
        result.name = name
        result.loops = tag.repeats == 0
        var frames = Array(tag.frames)
        switch tag.direction {
        case .forward, .pingPong: break
        case .reverse, .pingPongReverse: frames.reverse()
        }
        let turns = tag.direction == .pingPong || tag.direction == .pingPongReverse
        if result.loops {
            result.direction = turns && frames.count > 1 ? .pingpong : .forward
        } else {
            frames = played(frames, times: tag.repeats, turning: turns)
        }
        result.frames = Array(frames.prefix(FrameList.limit))
        let times = (result.frames ?? []).map { min(max(1, durations[$0]), 60_000) }
        if let first = times.first, times.allSatisfy({ $0 == first }), first >= 5,
            1000 % first == 0
        {
            result.framesPerSecond = 1000 / Double(first)
        } else {
            result.durations = times
        }
        return result
    }

    /// A run played several times; where it turns, the frame at the end is shown once.
    private func played(_ run: [Int], times: Int, turning: Bool) -> [Int] {
        var result = run
        for time in 1..<max(1, times) {
            guard result.count < FrameList.limit else { break }
            guard turning else {
                result += run
                continue
            }
            result += time.isMultiple(of: 2) ? run.dropFirst() : run.reversed().dropFirst()
        }
        return result
    }
}
