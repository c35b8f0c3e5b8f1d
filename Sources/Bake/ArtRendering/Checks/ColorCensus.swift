import Catalog
import Diagnostics
import FileStore
import Raster

extension Check {
    static let colorNotFound = Check("color-not-found", .warning)
}

/// Colors that are to be replaced in a picture.
struct RecolorUse: Sendable {
    /// Tells it from other ones, wherever in the catalog it stands.
    var id: String
    var before: [ColorChange]
    var from: [HexColor]
    var tolerance: Int
    /// Of palettes only a part needs to occur.
    var isOfPalettes: Bool
    /// Whether it is for many pictures, of which each may have a part of the colors.
    var isShared: Bool
    /// Of the member that says so.
    var place: CatalogPlace

    /// Nil for a step that replaces no colors; `before` is what the steps before it change.
    init?(_ step: ColorStep, before: [ColorChange], _ catalog: Catalog) {
        guard case .recolor(let recolor) = step.change, let swaps = catalog.swaps(of: recolor)
        else { return nil }
        id = step.origin.description
        self.before = before
        from = swaps.map(\.from)
        tolerance = recolor.tolerance
        isOfPalettes = if case .palettes = recolor.colors { true } else { false }
        isShared = step.origin.isShared
        place = step.place
    }

    func put(to out: inout ByteWriter) {
        out.put(id, String(reflecting: before), from.map(\.description), tolerance)
    }

    /// Where a color that is replaced stands.
    func location(of color: HexColor) -> SourceLocation? {
        let colors = place.has("colors") ? place["colors"] : place
        let name = color.description
        return colors[colors.has(name) ? name : name.lowercased()].nameLocation
    }
}

extension SettingOrigin {
    /// Whether it speaks of many pictures.
    fileprivate var isShared: Bool {
        switch self {
        case .sheet(let pattern): Glob(pattern).hasWildcards
        case .variant(let origin, axis: _, value: _): origin.isShared
        case .axisValue: true
        default: false
        }
    }
}

/// Which colors of a recolor a picture has.
struct ColorMatches: Hashable, Sendable {
    /// Whether each color occurs, within the tolerance.
    var found: [Bool]
    /// The visible color nearest to each that does not occur; nil where none exists near.
    var nearest: [HexColor?]

    mutating func join(_ other: ColorMatches, from colors: [HexColor]) {
        for place in colors.indices {
            found[place] = found[place] || other.found[place]
            guard let theirs = other.nearest[place] else { continue }
            let own = nearest[place].map { colors[place].distance(to: $0) } ?? .max
            if colors[place].distance(to: theirs) < own { nearest[place] = theirs }
        }
    }
}

/// The visible colors of a picture.
struct ColorCensus {
    private let colors: [HexColor]

    /// How far a color may be that is reported as near.
    static let near = 32

    init(_ image: StraightImage) {
        // A bit for each color there is.
        var seen = [UInt64](repeating: 0, count: 1 << 18)
        var last = UInt32.max
        var colors: [HexColor] = []
        for pixel in image.pixels where pixel.a > 0 {
            let color = UInt32(pixel.r) << 16 | UInt32(pixel.g) << 8 | UInt32(pixel.b)
            guard color != last else { continue }
            last = color
            let (word, bit) = (Int(color >> 6), UInt64(1) << UInt64(color & 63))
            guard seen[word] & bit == 0 else { continue }
            seen[word] |= bit
            colors.append(HexColor(pixel.r, pixel.g, pixel.b))
        }
        self.colors = colors
    }

    func matches(of use: RecolorUse) -> ColorMatches {
        let nearest = use.from.map { color -> (distance: Int, color: HexColor)? in
            var best: (distance: Int, color: HexColor)?
            for own in colors {
                let distance = color.distance(to: own)
                if distance < best?.distance ?? (Self.near + 1) { best = (distance, own) }
                if distance == 0 { break }
            }
            return best
        }
        let found = nearest.map { $0.map { $0.distance <= use.tolerance } ?? false }
        return ColorMatches(
            found: found,
            nearest: zip(found, nearest).map { $0 ? nil : $1?.color }
        )
    }
}

extension ComparedPictures {
    /// Colors that are to be replaced and do not occur: of one thing in its picture, of what many share
    /// in any of them.
    var colorFindings: [Diagnostic] {
        var order: [String] = []
        var groups:
            [String: (use: RecolorUse, matches: ColorMatches, asset: String, path: String)] =
                [:]
        for (job, uses, checked) in looked {
            for use in uses?.recolors ?? [] {
                guard let matches = checked.matches[use.id], matches.found.count == use.from.count
                else { continue }
                let key = use.isShared ? use.id : "\(use.id) \(job.asset)"
                if groups[key] == nil {
                    order.append(key)
                    groups[key] = (use, matches, job.asset, job.files.last?.shownPath ?? "")
                } else {
                    groups[key]?.matches.join(matches, from: use.from)
                }
            }
        }
        var found = DiagnosticList()
        for key in order {
            guard let (use, matches, asset, path) = groups[key], matches.found.contains(false)
            else {
                continue
            }
            let scene = use.isShared ? "in any picture" : "in \"\(asset)\""
            let related = use.isShared ? [] : [SourceLocation(path: path)]
            if use.isOfPalettes {
                guard !matches.found.contains(true) else { continue }
                let near = zip(use.from, matches.nearest).first { $0.1 != nil }
                found.append(
                    notFound(
                        "no color of the palette \"from\" occurs \(scene)",
                        near.flatMap { color, near in near.map { (color, $0) } },
                        at: use.place["from"].location,
                        related
                    )
                )
                continue
            }
            for (place, color) in use.from.enumerated() where !matches.found[place] {
                found.append(
                    notFound(
                        "the color \(color) does not occur \(scene)",
                        matches.nearest[place].map { (color, $0) },
                        at: use.location(of: color),
                        related
                    )
                )
            }
        }
        return found.diagnostics
    }
}

private func notFound(
    _ fact: String,
    _ near: (color: HexColor, found: HexColor)?,
    at location: SourceLocation?,
    _ related: [SourceLocation]
) -> Diagnostic {
    Diagnostic(
        .colorNotFound,
        at: location,
        message: fact + (near.map { ", nearest is \($0.found)" } ?? ""),
        help: near.map {
            "replace \($0.found), or say \"tolerance\": \($0.color.distance(to: $0.found)) "
                + "to take it for \($0.color)"
        } ?? "replace a color that the picture has, or remove this one",
        related: related
    )
}
