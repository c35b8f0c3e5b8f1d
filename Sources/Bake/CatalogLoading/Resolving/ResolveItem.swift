import Catalog
import ChromaKey
package import Diagnostics
import KilnManifest
import Raster

extension LoadedCatalog {
    /// Explains an item on a species, once for each part and animation, and for all axis values for
    /// which something else is found.
    ///
    /// Without an item the undressed pet is explained. All values count of an axis that is not
    /// named. There is at least one report.
    package func explain(
        species speciesID: String,
        item itemID: String?,
        axes chosen: [String: String] = [:]
    ) throws(CommandFailure) -> [ResolutionReport] {
        guard let species = catalog.species(speciesID) else {
            throw .unknown("species", speciesID, among: catalog.species.map(\.id))
        }
        let item = itemID.flatMap { catalog.item($0) }
        if let itemID, item == nil {
            throw .unknown("item", itemID, among: catalog.items.map(\.id))
        }
        try require(chosen)
        let resolver = NameResolver(catalog: catalog, index: index)
        let reports = explain(ArtSubject(item, on: species), resolver, axes: chosen)
        guard let item, !item.fits(species.id) else { return reports }
        return reports.map { report in
            var report = report
            report.excludedBy = item.species ?? []
            return report
        }
    }

    /// Axes and values have to be there; a locale's values are open.
    private func require(_ chosen: [String: String]) throws(CommandFailure) {
        for (name, value) in chosen.sorted(by: { $0.key < $1.key }) {
            guard let axis = catalog.axes.first(where: { $0.name == name }) else {
                throw .unknown("axis", name, among: catalog.axes.map(\.name))
            }
            guard axis.ids.contains(value) else {
                throw .unknown("value of axis \"\(name)\"", value, among: axis.ids)
            }
        }
    }

    /// What every species and item resolves to: for each species the undressed pet, then the items
    /// it can wear, in catalog order.
    package var coverageMatrix: [CoverageCell] { coverageMatrix(withAttempts: false) }

    /// The same, with every name that was tried.
    package func coverageMatrix(withAttempts: Bool) -> [CoverageCell] {
        var matrix: [CoverageCell] = []
        coverage.everyCell { cell, resolution in
            var shown = CoverageCell(species: cell.species.id)
            (shown.item, shown.axes) = (cell.item?.id, cell.combination)
            (shown.asset, shown.level) = (cell.winner?.name, resolution.level)
            shown.template = resolution.winning?.template.text
            shown.part = cell.subject.parts.isEmpty ? nil : cell.part
            shown.animation = cell.animation
            shown.attempts = withAttempts ? resolution.reported : nil
            matrix.append(shown)
        }
        return matrix
    }

    /// What every image shows, in catalog order; once for all axis values that show the same.
    package var imageReports: [ResolutionReport] {
        let resolver = NameResolver(catalog: catalog, index: index)
        return catalog.images.flatMap { explain(.image($0), resolver, axes: [:]) }
    }

    /// Explains an image, once for all axis values that show the same.
    ///
    /// All values count of an axis that is not named. There is no report when the image does not
    /// follow an axis with the value asked for.
    package func explain(
        image id: String,
        axes chosen: [String: String] = [:]
    ) throws(CommandFailure) -> [ResolutionReport] {
        guard let image = catalog.images.first(where: { $0.id == id }) else {
            throw .unknown("image", id, among: catalog.images.map(\.id))
        }
        try require(chosen)
        let resolver = NameResolver(catalog: catalog, index: index)
        return explain(.image(image), resolver, axes: chosen)
    }

    private func explain(
        _ subject: ArtSubject,
        _ resolver: NameResolver,
        axes chosen: [String: String]
    ) -> [ResolutionReport] {
        var walk = ArtWalk(resolver)
        var reports: [ResolutionReport] = []
        walk.visit(subject, chosen: chosen) { step in
            let report = report(subject, step)
            if let first = reports.firstIndex(where: { $0.finds(thatOf: report) }) {
                reports[first].alike.append(step.split.combination)
            } else {
                reports.append(report)
            }
        }
        return reports
    }

    private func report(_ subject: ArtSubject, _ step: ArtWalk.Step) -> ResolutionReport {
        let resolution = step.resolution
        let winner = resolution.winner
        var report = ResolutionReport(
            part: subject.parts.isEmpty ? nil : step.part,
            animation: step.animation,
            axes: step.split.combination,
            attempts: resolution.reported,
            asset: winner?.name,
            keying: winner.map { keyingSettings(subject, $0.name) } ?? [],
            colors: winner.flatMap {
                catalog.colorSettings(of: subject, asset: $0.name, values: step.split.colored)
            }
        )
        switch subject {
        case .image(let image):
            let origin = SettingOrigin.image(image.id)
            let asset = winner?.name ?? resolution.attempts.first?.name ?? image.asset
            report.image = image.id
            report.asset = asset
            report.files = winner?.files.map(\.path) ?? []
            report.keying = keyingSettings(subject, asset)
            report.size =
                image.size.map { size in
                    [
                        .init("size", size.description, origin),
                        .init("fit", image.fit.rawValue, origin),
                    ]
                } ?? []
            report.extras = extraSettings(image.extras, origin)
            return report
        case .species(let species):
            report.species = species.id
            report.isUndressed = false
            report.extras = extraSettings(species.extras, .species(species.id))
        case .item(let item, let species):
            report.species = species.id
            report.item = item.id
            let placeholders = resolution.winning?.template.placeholders
            report.isUndressed = placeholders?.contains("asset") == false
            report.slot = slotSetting(item)
            report.extras = extraSettings(item.extras, .item(item.id))
        }
        report.placement = winner.map { placementSettings(subject, step.part, $0.name) } ?? []
        return report
    }

    private func slotSetting(_ item: Item) -> ResolutionReport.Setting? {
        guard let id = item.slot else { return nil }
        let limit = catalog.slots.first { $0.id == id }?.limit
        return .init(id, limit.map { "at most \($0) at once" } ?? "unknown", .item(item.id))
    }

    private func extraSettings(
        _ extras: [String: ManifestValue]?,
        _ origin: SettingOrigin
    ) -> [ResolutionReport.Setting] {
        (extras ?? [:]).sorted { $0.key < $1.key }
            .map { .init($0.key, $0.value.description, origin) }
    }

    /// Whether an asset is keyed; and if so, how.
    private func keyingSettings(
        _ subject: ArtSubject,
        _ asset: String
    ) -> [ResolutionReport.Setting] {
        let (wish, wishOrigin) = catalog.keyWish(for: subject, asset: asset)
        let wishText =
            switch wish {
            case .never: "no"
            case .whenOpaque: "unless it has transparency"
            case .always: "yes"
            case .auto: "where there is a screen"
            }
        var settings = [ResolutionReport.Setting("keyed", wishText, wishOrigin)]
        let chroma = catalog.chroma(for: subject, asset: asset)
        guard wish != .never else {
            guard chroma.value.matte != .none else { return settings }
            return settings + chroma.rows.filter { $0.name == "matte" }.map { .init($0) }
        }
        let sheet = catalog.sheet(for: asset)
        let others = sheet.value.also.map { $0.name(ofCompanionOf: asset) }
            .filter { !$0.isEmpty && $0 != asset }
        if !others.isEmpty {
            let names = others.joined(separator: " ")
            settings.append(.init("also", names, sheet.origin(of: "also")))
        }
        return settings + chroma.rows.map { .init($0) }
    }

    private func placementSettings(
        _ subject: ArtSubject,
        _ part: Int,
        _ asset: String
    ) -> [ResolutionReport.Setting] {
        let sheet = catalog.sheet(for: asset)
        var settings: [ResolutionReport.Setting] = []
        if sheet.value.isFullCanvas {
            settings.append(.init("fullCanvas", "true", sheet.origin(of: "fullCanvas")))
        }
        guard let placement = catalog.placement(for: subject, part: part, asset: asset) else {
            return settings
        }
        let corner = placement.value.size == nil ? "corner" : "center"
        let rows = placement.rows(
            anchor: "the canvas's \(corner)",
            pivot: sheet.value.pivot ?? CanvasPoint(x: 0.5, y: 0.5)
        )
        return settings
            + rows.map { row in
                var setting = ResolutionReport.Setting(row)
                if row.name == "pivot", placement.value.pivot == nil {
                    setting.origin = sheet.origin(of: "pivot").description
                }
                return setting
            }
    }
}

extension ResolutionReport.Setting {
    fileprivate init(_ row: (name: String, text: String, origin: SettingOrigin)) {
        self.init(row.name, row.text, row.origin)
    }
}

extension Resolution {
    var reported: [ResolutionReport.Attempt] {
        attempts.enumerated().map { position, attempt in
            ResolutionReport.Attempt(attempt, isWinner: position == won)
        }
    }
}

extension ResolutionReport {
    /// Whether another report is of the same art with the same settings, in the same place.
    fileprivate func finds(thatOf other: ResolutionReport) -> Bool {
        part == other.part && animation == other.animation
            && (asset, files, isUndressed) == (other.asset, other.files, other.isUndressed)
            && (keying, placement, colors) == (other.keying, other.placement, other.colors)
    }
}

extension ResolutionReport.Attempt {
    fileprivate init(_ attempt: Resolution.Attempt, isWinner: Bool) {
        template = attempt.template.text
        name = attempt.name
        switch attempt.outcome {
        case .found(let asset):
            outcome = isWinner ? .won : .shadowed
            files = asset.files.map(\.path)
        case .differsInCase(let asset):
            outcome = .differsInCase
            files = asset.files.map(\.path)
        case .missing:
            outcome = .missing
            files = []
        }
    }
}
