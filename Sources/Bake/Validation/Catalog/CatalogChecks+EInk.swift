import Catalog
import Diagnostics

// What targets say about e-paper panels.
extension CatalogChecks {
    /// Settings that a panel decides, by member; or settings of panels elsewhere.
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
