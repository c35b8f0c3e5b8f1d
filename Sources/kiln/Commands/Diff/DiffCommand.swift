import Bake
import Console
import Diagnostics
import FileStore
import ImageCodec
import KilnManifest
import Raster

/// `kiln diff OLD NEW`: what changed between two bakes.
enum DiffCommand {
    static let old = Positional("OLD", .file).help("the earlier bake: its folder or manifest")
    static let new = Positional("NEW", .file).help("the later bake: its folder or manifest")

    static let output = Flag("output", short: "o", value: "DIR", .directory.output)
        .help("write a picture of each change (old, new, difference), replacing an earlier run's")
    static let html = Flag("html", value: "FILE", .file.output)
        .help("write a gallery page of NEW that shows the changes")
    static let catalog = Flag("catalog")
        .help("list what a game must change in its stored catalog, and what players would miss")
        .excludes(output, html, because: "'--catalog' draws nothing")
    static let swift = Flag("swift", value: "FILE", .file.output)
        .help("write that list as Swift, for a migration; implies '--catalog'")
        .excludes(output, html, because: "'--swift' implies '--catalog', which draws nothing")
    static let failOnChange = Flag("fail-on-change")
        .help("exit with 1 when anything differs or cannot be compared")

    static let command = Command<Action>(
        "diff",
        summary: "show what changed between two bakes",
        positionals: [old, new],
        groups: [
            "Output": [
                output, html, catalog, swift, Shared.force, Shared.json, Shared.quiet, failOnChange,
            ]
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        // Pictures of changes among the art would be baked next.
        try values.refuseUnfitOutputs(besides: Shared.nearestCatalog)
        let disk = RealDisk()
        let before = try OpenedBake(try values[old], disk: disk)
        let after = try OpenedBake(try values[new], disk: disk)
        if try values[catalog] || values[swift] != nil {
            return try await update(from: before, to: after, values)
        }
        let folder = try values[output]
        let page = try values[html]
        let manifests = [before.path, after.path]
        var drawn: LooseOutputs?
        if let folder {
            let rules = try Shared.rules(values)
            drawn = try await LooseOutputs(in: folder, reading: manifests, rules, disk: disk)
        }
        var pictures: [PictureChange] = []
        var shown: [Gallery.Change] = []
        var stale = StaleOutputs()
        let comparison: BakeComparison
        do {
            comparison = try compareBakes(.init(before), .init(after)) { change in
                let name = try drawn.flatMap { try draw(change, into: $0) }
                let file = name.map { joinPath(folder ?? "", $0) }
                pictures.append(change.reported(picture: file))
                if page != nil { shown.append(try Gallery.Change(change)) }
            }
            stale = try await drawn?.commit(of: [pictureSet]) ?? stale
        } catch {
            drawn?.discard()
            throw error
        }
        let report = DiffReport(
            old: try values[old],
            new: try values[new],
            comparison,
            pictures,
            removed: stale.removed
        )
        if let page {
            // The page images that are there.
            var pages: [String: [UInt8]] = [:]
            for image in after.manifest.targets.prefix(1).flatMap(\.pages).flatMap(\.images) {
                pages[image.path] = try after.output(image.path)
            }
            var gallery = Gallery(
                title: after.manifest.name,
                manifest: after.manifest,
                pages: pages
            )
            gallery.findings = nil
            let other = printable(try values[old])
            gallery.show(comparison.changes, shown, comparedWith: other)
            try await values.write(try gallery.html(), to: page, reading: manifests)
        }
        try values.present(report) {
            var lines = diffLines(report, isColored: Console.standardOutput.isColored)
            let drawn = pictures.count { $0.picture != nil }
            if let folder { lines.append("wrote \(counted(drawn, "picture")) to \(folder)") }
            lines += staleLines(stale.removed).map { PrintableText($0) }
            if let page { lines.append("wrote \(page)") }
            return lines
        }
        let fails = try values[failOnChange]
        let placeholders = placeholders(in: after, try values[new], isError: fails)
        let flaws =
            missingImages(of: before, try values[old], isError: fails)
            + missingImages(of: after, try values[new], isError: fails) + placeholders
        try values.report(stale.findings + flaws)
        return fails && (report.isChanged || !flaws.isEmpty) ? .inputHasErrors : .clean
    }

    private static func missingImages(
        of bake: OpenedBake,
        _ name: String,
        isError: Bool
    ) -> [Diagnostic] {
        let all = bake.missingImages
        guard !all.isEmpty else { return [] }
        let message =
            "\(counted(all.count, "image is", "images are")) missing from \(name): \(all.firstFew)"
        return [
            Diagnostic(
                isError ? .error : .warning,
                about: nil,
                message,
                help: "bake it again, or compare manifests without their files"
            )
        ]
    }

    static func placeholders(
        in bake: OpenedBake,
        _ name: String,
        isError: Bool
    ) -> [Diagnostic] {
        let all = bake.manifest.placeholders
        guard !all.isEmpty else { return [] }
        let message =
            "\(name) has placeholders instead of art for \(all.firstFew); do not ship it"
        return [Diagnostic(isError ? .error : .warning, about: nil, message)]
    }

    /// All pictures of changes that are in one folder: those of an earlier run would show what does not
    /// differ any more.
    private static let pictureSet = LooseSet(.diff, "")

    /// Draws a change into a file of its own; returns its path among the outputs, nil when it is too
    /// large to draw.
    private static func draw(
        _ change: PictureChange,
        into outputs: LooseOutputs
    ) throws -> String? {
        guard let sheet = change.triptych() else { return nil }
        let wanted =
            switch change.subject {
            case .look: "looks/\(change.name)"
            case .frame: "\(change.target)/\(change.name)"
            case .file:
                change.name.hasSuffix(".png") ? String(change.name.dropLast(4)) : change.name
            }
        let name = wanted.pathParts.filter { !$0.isEmpty }.map(safeFileName)
        let path = name.joined(separator: "/") + ".png"
        try outputs.add(try encodePNG(sheet), as: path, in: pictureSet)
        return path
    }

    /// A name from a manifest as a part of a path that leads nowhere else.
    private static func safeFileName(_ name: String) -> String {
        if name.allSatisfy({ $0 == "." }) { return "_" }
        return String(name.filter { $0 != " " }.map { ($0.asciiValue ?? 255) < 32 ? "_" : $0 })
    }

    /// `kiln diff OLD NEW --catalog`: what a stored catalog has to learn.
    static func update(
        from before: OpenedBake,
        to after: OpenedBake,
        _ values: Values
    ) async throws -> ExitStatus {
        var redrawn: Set<String> = []
        let comparison = try compareBakes(.init(before), .init(after)) { change in
            if change.subject == .frame, change.kind == .changed { redrawn.insert(change.name) }
        }
        let changes = catalogUpdate(from: before.manifest, to: after.manifest, redrawn: redrawn)
        // What is new stands among the changes.
        let findings = checkStability(
            of: after.manifest,
            path: after.path,
            against: before.manifest,
            path: before.path
        ).filter { $0.severity > .note }.inReportOrder()
        let file = try values[swift]
        if let file {
            let text = Array(catalogSwift(changes, file: lastPart(of: file)).utf8)
            try await values.write(text, to: file, reading: [before.path, after.path])
        }
        Console.standardError.print(findings)
        let report = CatalogReport(
            old: try values[old],
            new: try values[new],
            isChanged: !changes.isEmpty,
            changes: changes,
            findings: findings.map {
                .init(id: $0.id, severity: $0.severity, message: $0.message, help: $0.help)
            }
        )
        try values.present(report) {
            var lines = catalogLines(changes, isColored: Console.standardOutput.isColored)
            let unknown = comparison.unknownFrames
            if unknown > 0 {
                lines.append(
                    "\(counted(unknown, "frame")) could not be compared: "
                        + "\(unknown == 1 ? "its page is" : "their pages are") not there"
                )
            }
            if let file { lines.append("wrote \(file)") }
            return lines
        }
        let placeholders = placeholders(in: after, try values[new], isError: true)
        try values.report(placeholders)
        let isRefused =
            try !placeholders.isEmpty || findings.contains { $0.severity == .error }
            || (values[failOnChange] && !changes.isEmpty)
        return isRefused ? .inputHasErrors : .clean
    }
}

extension ComparedBake {
    init(_ bake: OpenedBake) {
        self.init(bake.manifest) { path in try bake.output(path) }
    }
}

extension Gallery {
    /// Shows what differs from another bake.
    mutating func show(
        _ named: [ManifestChange],
        _ pictures: [Change],
        comparedWith other: String
    ) {
        let order: [Change] = pictures.sorted { ($0.section, $0.id) < ($1.section, $1.id) }
        changes =
            named.map { change in
                Change(
                    change.kind,
                    change.id,
                    section: change.section.rawValue,
                    summary: change.details.joined(separator: "\n")
                )
            } + order
        comparedWith = other
    }
}

extension Gallery.Change {
    init(_ change: PictureChange) throws {
        self.init(
            change.kind,
            change.name,
            section: change.section,
            summary: change.difference?.summary ?? "",
            old: try change.old.map { try encodePNG($0, effort: .fast) },
            new: try change.new.map { try encodePNG($0, effort: .fast) },
            difference: try change.difference?.picture.map { try encodePNG($0, effort: .fast) }
        )
    }
}

/// What a stored catalog has to learn, as `kiln diff --catalog --json` prints it.
private struct CatalogReport: Encodable {
    /// Something that must not happen to a game that is played already.
    struct Finding: Encodable {
        var id: String
        var severity: Severity
        var message: String
        var help: String?
    }

    var old: String
    var new: String
    var isChanged: Bool
    var changes: [CatalogChange]
    var findings: [Finding]
}
