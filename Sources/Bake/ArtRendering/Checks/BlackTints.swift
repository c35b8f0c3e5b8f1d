import Catalog
import Diagnostics

/// Tints that multiply the colors of black art, which stays black.
func blackTints(
    of job: RenderJob,
    _ uses: AssetUses,
    _ checked: CheckedAsset,
    in catalog: Catalog
) -> [Diagnostic] {
    guard let traits = checked.traits, traits.luma <= 4, traits.saturation <= 4 else { return [] }
    let arts = uses.arts.compactMap { catalog.subject(of: $0).map(ColorSubject.art) }
    let chains = (arts + uses.images.map(ColorSubject.image)).flatMap { subject in
        let values = catalog.coloringValues(of: subject, asset: job.asset)
            .flatMap { axis, values in values.sorted().map { [axis: $0] } }
        return ([[:]] + values).map {
            catalog.colorSteps(of: subject, asset: job.asset, values: $0)
        }
    }
    // What was given other colors before is black no more.
    let tints = chains.compactMap { steps -> ColorStep? in
        guard let first = steps.first, case .tint(let tint) = first.change,
            tint.mode == .multiply, tint.color != .init(255, 255, 255)
        else { return nil }
        return first
    }
    return tints.map {
        Diagnostic(
            .noEffect,
            at: $0.place.location,
            message: "the tint of \"\(job.asset)\" multiplies black, which stays black",
            help:
                "add \"mode\": \"template\", which gives all of it the color, or draw it in white",
            related: job.files.last.map { [SourceLocation(path: $0.shownPath)] } ?? []
        )
        .toldOnce(at: $0.place.location, "tint")
    }
    .uniqued
}
