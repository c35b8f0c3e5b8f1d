import Catalog
import Diagnostics

// Targets' settings for e-paper panels.
extension CatalogChecks {
    /// Settings that a panel determines, or panel settings of other targets, by member.
    func unfitPanel(of target: Target) -> [(String, String, String)] {
        guard target.kind == .eink else {
            guard target.place.has("eink") else { return [] }
            return [
                (
                    "eink",
                    "it draws for no panel, so \"eink\" says nothing",
                    "remove it, or make the target's kind eink"
                )
            ]
        }
        return ["scales", "sizes"].filter(target.place.has).map { member in
            (
                member,
                "the panel decides how large pictures are, and there are no \"\(member)\"",
                "remove it; \"panel\" and \"fit\" of \"eink\" say it"
            )
        }
    }

    /// Why a target of kind `eink` cannot be drawn.
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
