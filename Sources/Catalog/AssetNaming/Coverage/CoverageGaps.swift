package import Diagnostics

extension Check {
    package static let placeholder = Check("placeholder", .warning)
}

extension Coverage {
    /// Missing art that one placeholder replaces.
    package struct MissingCell: Sendable {
        /// The first without art.
        package let cell: Cell
        /// The values without art; empty if all lack it.
        package let axes: [String: String]
        /// Above that of all templates, unless it has required values.
        package let level: Int
    }

    /// The same for an image.
    package struct MissingImage: Sendable {
        package let image: NamedImage
        package let axes: [String: String]
        package let level: Int
    }
}

/// Collects missing art for placeholders, while cells are processed.
struct CoverageGaps {
    private(set) var cells: [Coverage.MissingCell] = []
    private(set) var images: [Coverage.MissingImage] = []
    /// Whether placeholders replace missing art.
    let areFilled: Bool

    private struct Thing: Hashable {
        var species: String
        var item: String?
        var part: Int
    }

    private var seen: Set<Thing> = []
    /// Lower precedence than all templates.
    private let last: Int

    init(_ catalog: Catalog) {
        areFilled = catalog.profile?.placeholders == .missing
        let naming = catalog.naming
        last = naming.base.count + naming.overlay.count + naming.species.count + naming.image.count
    }

    /// Records a cell without art, once per thing.
    mutating func note(_ cell: Coverage.Cell) {
        guard areFilled else { return }
        let thing = Thing(species: cell.species.id, item: cell.item?.id, part: cell.part)
        guard seen.insert(thing).inserted else { return }
        cells.append(Coverage.MissingCell(cell: cell, axes: [:], level: last))
    }

    /// Records an image without art, or without art for some values.
    mutating func note(_ image: NamedImage) {
        guard areFilled else { return }
        images.append(Coverage.MissingImage(image: image, axes: [:], level: last))
    }

    /// Records required values without separate art, with precedence over art for any value.
    mutating func note(_ gaps: [RequiredArt.Gap]) {
        guard areFilled else { return }
        for gap in gaps {
            let axes = [gap.axis: gap.value]
            if let cell = gap.thing.cell {
                cells.append(Coverage.MissingCell(cell: cell, axes: axes, level: 0))
            } else if let image = gap.thing.image {
                images.append(Coverage.MissingImage(image: image, axes: axes, level: 0))
            }
        }
    }

    /// Findings about missing art: as an error, or as replaced by a placeholder.
    func reported(_ findings: [Diagnostic]) -> [Diagnostic] {
        guard areFilled else { return findings }
        return findings.map { finding in
            var reported = finding
            (reported.check, reported.severity) = (.placeholder, Check.placeholder.severity)
            if finding.others == 0 {
                let message = finding.message + "; a placeholder stands in for it"
                reported.message = shortened(message, to: Diagnostic.textLimit)
            }
            return reported
        }
    }
}
