import Catalog
import Diagnostics

// Targets' settings for e-paper panels.
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
    /// The location of a panel setting; for a missing one, that of the kind.
    fileprivate func place(of fault: EInkSettings.Fault) -> CatalogPlace {
        guard place.has("eink") else { return place["kind"] }
        return fault.member.map { place["eink"][$0] } ?? place["eink"]
    }
}
