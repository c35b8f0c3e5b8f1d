import Catalog
import Diagnostics

// What targets say about e-paper panels.
extension CatalogChecks {
    /// Why a target of kind `eink` cannot draw anything.
    func faultsOfPanel(of target: Target) -> [Diagnostic] {
        guard target.kind == .eink else { return [] }
        return target.settings.eInk.faults.map { fault in
            Diagnostic(
                .targetSettings,
                at: target.place(of: fault).location,
                message: "target \"\(target.id)\": \(fault.message)",
                help: fault.help
            )
        }
    }
}

extension Target {
    /// Where a setting of its panel stands; of one that is missing, the kind that asks for it.
    fileprivate func place(of fault: EInkSettings.Fault) -> CatalogPlace {
        guard place.has("eink") else { return place["kind"] }
        return fault.member.map { place["eink"][$0] } ?? place["eink"]
    }
}
