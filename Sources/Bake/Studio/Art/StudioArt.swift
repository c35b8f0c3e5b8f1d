import AtlasBuilding
import Catalog
import ChromaKey
import Diagnostics
import Raster
import SheetSlicing

/// An asset that the catalog uses, as pages key and cut it.
struct StudioArt: Sendable {
    let asset: Asset
    /// The first that uses it.
    let subject: ArtSubject
    let job: RenderJob

    /// The file that is shown: that of the density that lengths count at, else the largest.
    var file: RenderJob.File? {
        job.files.first { $0.density == job.cutting?.density } ?? job.files.last
    }

    func chroma(in catalog: Catalog) -> Resolved<KeySettings> {
        catalog.chroma(for: subject, asset: asset.name)
    }

    func wish(in catalog: Catalog) -> (wish: KeyWish, origin: SettingOrigin) {
        catalog.keyWish(for: subject, asset: asset.name)
    }
}

extension LoadedCatalog {
    /// By name.
    var arts: [StudioArt] {
        var users: [String: (asset: Asset, subject: ArtSubject)] = [:]
        for cell in coverage.cells {
            guard let asset = cell.winner, users[asset.name] == nil else { continue }
            users[asset.name] = (asset, cell.subject)
        }
        for art in coverage.images where users[art.asset.name] == nil {
            users[art.asset.name] = (art.asset, .image(art.image))
        }
        let plan = RenderPlan(
            catalog,
            coverage.cells,
            images: coverage.images,
            in: folder,
            scales: [1]
        )
        // The first job of an asset is that of its first user.
        return plan.jobs.compactMap { job in
            users.removeValue(forKey: job.asset).map {
                StudioArt(asset: $0.asset, subject: $0.subject, job: job)
            }
        }
        .sorted { $0.asset.name < $1.asset.name }
    }
}

// What pages show of art, as JSON.
extension Studio {
    /// All art, and the settings of the asset that a page names.
    mutating func shownArt(_ wanted: String?) -> [(String, JSONOutput)] {
        guard let catalog = session.loaded?.catalog else { return [] }
        let list = arts.map { art -> JSONOutput in
            [
                "asset": .string(art.asset.name), "file": .string(art.file?.shownPath ?? ""),
                "wish": .string(art.wish(in: catalog).wish.rawValue),
                "cut": .optional(art.job.cutting.map { SheetCutting.cut($0.cut).member }),
            ]
        }
        let chosen = arts.first { $0.asset.name == wanted }
        return [
            ("art", .array(list)),
            ("bench", chosen.map { shown($0, in: catalog) } ?? .null),
        ]
    }

    private func shown(_ art: StudioArt, in catalog: Catalog) -> JSONOutput {
        let (wish, origin) = art.wish(in: catalog)
        let chroma = art.chroma(in: catalog)
        let rule = session.rule(for: art.asset.name)
        let own = catalog.sheets.first { $0.pattern.text == rule }
        let sheet = session.sheetMembers(of: art.asset.name)
        let settings = chroma.rows.map { row -> JSONOutput in
            let isOwn = row.origin.owner != nil || row.origin == .sheet(rule)
            return [
                "name": .string(row.name), "value": .string(row.text),
                "from": .string("\(row.origin)"), "isOwn": .bool(isOwn),
            ]
        }
        let members = sheet.map { ($0.name, JSONOutput($0.node)) }
        return [
            "asset": .string(art.asset.name), "rule": .string(rule), "isNew": .bool(own == nil),
            "wish": .string(wish.rawValue), "wishFrom": .string("\(origin)"),
            "files": .integer(art.file?.following.count ?? 0),
            "ramp": .number(chroma.value.mode.greatest),
            "settings": .array(settings), "sheet": .object(members),
        ]
    }
}

extension JSONOutput {
    fileprivate init(_ node: JSONNode) {
        self =
            switch node.value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let nodes): .array(nodes.map { JSONOutput($0) })
            case .object(let members):
                .object(members.map { ($0.name, JSONOutput($0.node)) })
            }
    }
}
