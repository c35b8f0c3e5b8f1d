package import Diagnostics

extension Check {
    package static let placeholder = Check(
        "placeholder",
        .warning,
        "a placeholder stands in for missing art"
    )
}

extension Coverage {
    /// A thing without art, as far as one placeholder stands in for it.
    package struct MissingCell: Sendable {
        /// The first without art.
        package let cell: Cell
        /// The values that have none; empty for whatever finds no other art.
        package let axes: [String: String]
        /// Above that of all templates, unless it has values that are required.
        package let level: Int
    }

    /// The same of an image.
    package struct MissingImage: Sendable {
        package let image: NamedImage
        package let axes: [String: String]
        package let level: Int
    }
}

/// What has no art where the catalog's profile wants placeholders, found while cells pass by.
struct CoverageGaps {
    private(set) var cells: [Coverage.MissingCell] = []
    private(set) var images: [Coverage.MissingImage] = []
    /// Whether placeholders stand in for what is missing.
    let areFilled: Bool

    private struct Thing: Hashable {
        var species: String
        var item: String?
        var part: Int
    }

    private var seen: Set<Thing> = []
    /// No template has it: whatever is found by one comes first.
    private let last: Int

    init(_ catalog: Catalog) {
        areFilled = catalog.profile?.placeholders == .missing
        let naming = catalog.naming
        last = naming.base.count + naming.overlay.count + naming.species.count + naming.image.count
    }

    /// Notes a cell without art; one stands for all of its thing.
    mutating func note(_ cell: Coverage.Cell) {
        guard areFilled else { return }
        let thing = Thing(species: cell.species.id, item: cell.item?.id, part: cell.part)
        guard seen.insert(thing).inserted else { return }
        cells.append(Coverage.MissingCell(cell: cell, axes: [:], level: last))
    }

    /// Notes an image without a picture, or without one for some values.
    mutating func note(_ image: NamedImage) {
        guard areFilled else { return }
        images.append(Coverage.MissingImage(image: image, axes: [:], level: last))
    }

    /// Notes required values without art of their own, before art that any value has.
    mutating func note(_ gaps: [RequiredArt.Gap]) {
        guard areFilled else { return }
        for gap in gaps {
            let axes = [gap.axis: gap.value]
            if let cell = gap.cell {
                cells.append(Coverage.MissingCell(cell: cell, axes: axes, level: 0))
            } else if let image = gap.image {
                images.append(Coverage.MissingImage(image: image, axes: axes, level: 0))
            }
        }
    }

    /// What is told of missing art: as it is, or that a placeholder stands in for it.
    func told(_ findings: [Diagnostic]) -> [Diagnostic] {
        guard areFilled else { return findings }
        return findings.map { finding in
            var told = Diagnostic(
                .placeholder,
                at: finding.location,
                message: finding.others > 0
                    ? finding.message : finding.message + "; a placeholder stands in for it",
                help: finding.help,
                related: finding.related
            )
            told.fix = finding.fix
            told.others = finding.others
            told.consequences = finding.consequences
            return told.spoiling(finding.spoils).following(finding.follows)
        }
    }
}
