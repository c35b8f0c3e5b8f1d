import AtlasBuilding
import Catalog
package import Diagnostics
import FileStore
import KilnManifest
import Raster

extension Check {
    package static let panelTooSmall = Check("panel-too-small", isFixed: true)
    package static let panelFlicker = Check("panel-flicker")
}

/// What a target for a panel will draw.
struct PanelPlan: Sendable {
    var panel: PixelSize
    var sheets: [PanelSheet] = []
    var findings: [Diagnostic] = []
}

/// Looks, items and images as the memory of a panel.
enum PanelTarget: TargetBaking {
    static func bake(_ job: TargetJob) async throws -> BakedTarget {
        let (target, context) = (job.target, job.context)
        let plan = try job.art.panelPlan(of: target)
        let names = plan.sheets.map { $0.path(in: target) }
        let files = try await context.each(.pages, named: names) { index in
            try await PanelFiles(plan.sheets[index], of: target, on: plan.panel, context).made()
        }
        var baked = BakedTarget(
            target,
            pictures: files.flatMap { $0.file.pictures(on: plan.panel) },
            files: [],
            pages: files.flatMap(\.pages),
            findings: plan.findings
        )
        baked.manifest.scales = [1]
        baked.manifest.panel = Manifest.Panel(
            target.settings.eInk,
            plan.panel,
            headerBytes: plan.sheets.first?.header?.count ?? 0,
            files.map(\.file)
        )
        baked.summary.pictures = files.count
        return baked
    }

    static func pictureWishes(of target: Target) -> [PictureWish] {
        let settings = target.settings.eInk
        guard let panel = settings.panel else { return [] }
        let wish = PictureWish(
            target.settings,
            sizes: [panel],
            isInPoints: settings.fit == .integer
        )
        return [wish]
    }

    static func unfitSettings(of target: Target) -> [Diagnostic] {
        ["scales", "sizes"].filter(target.place.has).map { member in
            target.fault(
                member,
                "the panel decides how large pictures are, and there are no \"\(member)\"",
                "remove it; \"panel\" and \"fit\" of \"eink\" say it"
            )
        } + unfitSettings(ofPictures: target)
    }
}

extension RenderedCatalog {
    /// What a target for a panel will draw, and what is wrong with it.
    ///
    /// - Throws: `ManifestError` when a look names what is not there, `TargetFailure` when the panel
    ///   cannot be drawn for.
    func panelPlan(of target: Target) throws -> PanelPlan {
        let settings = target.settings.eInk
        // A profile may have laid settings over those that were checked.
        if let fault = settings.faults.first { throw TargetFailure.panel(fault) }
        guard let panel = settings.panel else { return PanelPlan(panel: PixelSize.onePixel) }
        var plan = PanelPlan(panel: panel)
        for moments in try panelMoments(of: target) {
            let sheet = moments.sheet(of: target, on: panel, &plan.findings)
            if let sheet { plan.sheets.append(sheet) }
        }
        plan.findings += target.flicker(of: plan.sheets) + target.clashes(of: plan.sheets)
        return plan
    }
}

extension Target {
    /// Animations whose every pixel would change with the first that does.
    fileprivate func flicker(of sheets: [PanelSheet]) -> [Diagnostic] {
        guard settings.eInk.dithering == .floydSteinberg else { return [] }
        return sheets.filter { $0.frames.count > 1 }.map { sheet in
            Diagnostic(
                .panelFlicker,
                at: place["eink"]["dithering"].location,
                message: "target \"\(id)\": error diffusion makes \(sheet.subject.rawValue) "
                    + "\"\(sheet.id)\" flicker, found \(sheet.frames.count) frames, expected 1",
                help: "use \"blue-noise\" or \"bayer\", whose patterns stay put, or give what does "
                    + "not move a target of its own"
            )
            .reportedOnce(at: place["eink"]["dithering"].location)
        }
    }

    /// C headers whose arrays would have one name.
    fileprivate func clashes(of sheets: [PanelSheet]) -> [Diagnostic] {
        guard settings.eInk.cArray else { return [] }
        var seen: [String: PanelSheet] = [:]
        return sheets.compactMap { sheet in
            let name = sheet.arrayName(in: self)
            guard let other = seen.updateValue(sheet, forKey: name.lowercased()) else {
                return nil
            }
            return Diagnostic(
                .targetSettings,
                at: place["eink"]["cArray"].location,
                message: "target \"\(id)\": two arrays would be called \"\(name)\" in C, found "
                    + "\(other.subject.rawValue) \"\(other.id)\" and \(sheet.subject.rawValue) "
                    + "\"\(sheet.id)\"",
                help: "rename one of them, or give it a target of its own"
            )
        }
    }
}

extension Manifest.Panel {
    fileprivate init(
        _ settings: EInkSettings,
        _ panel: PixelSize,
        headerBytes: Int,
        _ files: [Manifest.PanelFile]
    ) {
        let bytesPerRow = (panel.width * settings.bits + 7) / 8
        self.init(
            width: panel.width,
            height: panel.height,
            bitsPerPixel: settings.bits,
            bytesPerRow: bytesPerRow,
            frameBytes: bytesPerRow * panel.height,
            headerBytes: headerBytes,
            inks: (settings.storedInks?.inks ?? []).map {
                Manifest.Ink(name: $0.name, code: Int($0.code), color: "\($0.color)")
            },
            files: files
        )
    }
}

extension Manifest.PanelFile {
    /// The previews as pictures of the target.
    fileprivate func pictures(on panel: PixelSize) -> [Manifest.Picture] {
        (previews ?? []).map { path in
            Manifest.Picture(
                id: id,
                of: of,
                width: panel.width,
                height: panel.height,
                scale: 1,
                path: path
            )
        }
    }
}
