package import Diagnostics
import KilnManifest

extension Check {
    package static let unresolvedImage = Check("unresolved-image", isFixed: true)
}

/// An image without art for some of the axes' values.
struct MissingImageArt {
    /// The image's index in the catalog.
    var place: Int
    var combinations: [[String: String]]
    /// All combinations, with art and without.
    var total: Int

    /// Missing art that is reported separately.
    struct Gap {
        /// The values without art, for any values of other axes; empty for all.
        var axes: [String: String]
        /// The first one without art.
        var combination: [String: String]
        /// The number of others without art that no other finding covers.
        var others = 0
    }

    /// The whole image, else each value without any art, else the first combination.
    func gaps(_ axes: [Manifest.Axis]) -> [Gap] {
        if combinations.count == total {
            return combinations.prefix(1).map { Gap(axes: [:], combination: $0) }
        }
        var gaps: [Gap] = []
        var reported: [String: Set<String>] = [:]
        for axis in axes {
            let byValue = Dictionary(grouping: combinations) { $0[axis.name] }
            for value in axis.values {
                guard let lacking = byValue[value], let first = lacking.first,
                    lacking.count == total / axis.values.count
                else { continue }
                gaps.append(Gap(axes: [axis.name: value], combination: first))
                reported[axis.name, default: []].insert(value)
            }
        }
        let rest = combinations.filter { combination in
            !combination.contains { reported[$0.key]?.contains($0.value) ?? false }
        }
        if let first = rest.first {
            gaps.append(Gap(axes: first, combination: first, others: rest.count - 1))
        }
        return gaps
    }
}

extension CoverageChecks {
    /// Records an image with axes, and its combinations of values without art, of `total`.
    mutating func note(missing: [[String: String]], of total: Int, ofImageAt place: Int) {
        guard !missing.isEmpty else { return }
        missingImageCount += 1
        guard missingImages.count < DiagnosticList.limitOfKind else { return }
        missingImages.append(MissingImageArt(place: place, combinations: missing, total: total))
    }

    /// Images without an asset, and values without art.
    func unresolvedImages() -> [Diagnostic] {
        let resolver = NameResolver(catalog: catalog, index: index)
        var found = DiagnosticList()
        // Finding similar names costs the product of both lists.
        var suggestionsLeft = 20_000 / max(1, index.assets.count)
        for image in catalog.images where resolver.isPlain(image) && index[image.asset] == nil {
            found.append(.unresolvedImage) {
                suggestionsLeft -= 1
                return unresolved(image, suggests: suggestionsLeft >= 0)
            }
        }
        let unknown =
            missingImages.isEmpty || unused.isEmpty ? [] : catalog.unknownIDs(.images).sorted()
        for missing in missingImages {
            let image = catalog.images[missing.place]
            for gap in missing.gaps(resolver.axesOfArt(of: .image(image))) {
                found.append(.unresolvedImage) {
                    suggestionsLeft -= 1
                    let resolution = resolver.resolve(.image(image), axes: gap.combination)
                    let suggests = suggestionsLeft >= 0
                    if suggests, let misnamed = misnamed(image, resolution, unknown) {
                        return misnamed
                    }
                    return unresolved(image, gap, resolution, suggests: suggests)
                }
            }
        }
        found.append(.unresolvedImage, others: missingImageCount - missingImages.count)
        return found.diagnostics
    }

    private func unresolved(_ image: NamedImage, suggests: Bool) -> Diagnostic {
        unresolved(
            .unresolvedImage,
            "image",
            at: image.nameOfArt,
            message: "image \"\(image.id)\" has no picture, "
                + "found no asset \"\(shortened(image.asset, to: 80))\"",
            help: "add \(newFile(image.asset)), or name another with \"asset\"",
            .overlong(image.asset, tried: [image.asset], in: index, catalog.sources)
                ?? meantAsset(of: image, suggests: suggests),
            tried: [image.asset]
        )
    }

    /// An image whose id differs from what refers to it and from its files; nil for others.
    private func misnamed(
        _ image: NamedImage,
        _ resolution: Resolution,
        _ unknown: [String]
    ) -> Diagnostic? {
        guard !image.place.has("asset"), let id = nearestMatch(to: image.id, in: unknown) else {
            return nil
        }
        let names = resolution.names.map { $0.replacing(image.id, with: id) }
        guard unused.contains(where: { names.contains($0.name) }) else { return nil }
        let files = unused.filter { $0.name.contains(id) }.map { $0.files[0].path }
        return unresolved(
            .unresolvedImage,
            "image",
            at: image.nameOfArt,
            message: "image \"\(image.id)\" has no picture" + triedText(resolution),
            help: nil,
            MissingArtHints.Hint(help: meantID(id, files), files: files, meantID: id),
            tried: []
        )
    }

    private func unresolved(
        _ image: NamedImage,
        _ gap: MissingImageArt.Gap,
        _ resolution: Resolution,
        suggests: Bool
    ) -> Diagnostic {
        let tried = resolution.names
        var hint: MissingArtHints.Hint?
        if image.place.has("asset") {
            hint = .overlong(image.asset, tried: tried, in: index, catalog.sources)
        }
        if hint == nil {
            hint =
                resolution.caseHint(unused)
                ?? (suggests ? resolution.nearFile(unused, index) : nil)
            // Files keep their names; only an overlong name in the catalog is corrected.
            hint?.fix = nil
        }
        let others =
            gap.others > 0
            ? "; and none for \(counted(gap.others, "other combination")) of values" : ""
        // Art for all values has the fewest of them in its name.
        let first =
            (gap.axes.isEmpty
                ? resolution.attempts.min { $0.axes.count < $1.axes.count }?.name
                : resolution.nameToAdd(without: catalog.sparseAxes)) ?? image.asset
        return unresolved(
            .unresolvedImage,
            "image",
            at: image.nameOfArt,
            message: "image \"\(image.id)\" has no picture" + axisText(gap.axes)
                + triedText(resolution) + others,
            help: "add \(newFile(first))"
                + (gap.axes.isEmpty
                    ? ", or name another with \"asset\"" : ", or give the value a \"fallback\""),
            hint,
            tried: tried
        )
        // An axis value without any art is reported once, with the axis.
        .following(Set(gap.combination.map { .id("axis \($0.key)", $0.value) }))
    }

    private func meantAsset(of image: NamedImage, suggests: Bool) -> MissingArtHints.Hint? {
        func hint(_ asset: Asset, _ help: (_ path: String) -> String) -> MissingArtHints.Hint {
            let path = asset.files[0].path
            return MissingArtHints.Hint(help: help(path), files: [path], meantID: asset.name)
        }
        if let asset = index.differingInCase(from: image.asset) {
            return hint(asset) { "names are case-sensitive: found \"\(asset.name)\" (\($0))" }
        }
        guard suggests else { return nil }
        for asset in unused {
            guard let density = MisspelledDensity(asset.name), density.stem == image.asset else {
                continue
            }
            let path = asset.files[0].path
            return MissingArtHints.Hint(help: density.help(for: path, path), files: [path])
        }
        // An unused file is the most likely one.
        guard
            let name = nearestMatch(to: image.asset, in: unused.map(\.name))
                ?? nearestMatch(to: image.asset, in: index.assets.map(\.name)),
            let asset = index[name]
        else { return nil }
        return hint(asset) { "did you mean \"\(name)\" (\($0))?" }
    }
}

extension NamedImage {
    /// Where the catalog names its files.
    fileprivate var nameOfArt: CatalogPlace { place[place.has("asset") ? "asset" : "id"] }
}

extension MissingArtHints.Hint {
    /// A name in the catalog with more than it needs: a file's ending, folders, or what templates add.
    ///
    /// Nil unless the rest of the name explains what was `tried`. The fix writes the short name, if an
    /// asset is meant.
    static func overlong(
        _ asset: String,
        tried: [String],
        in index: AssetIndex,
        _ sources: SourceRules
    ) -> Self? {
        func hint(_ help: String, _ short: String, _ path: String?) -> Self {
            Self(
                help: help,
                files: [path].compactMap(\.self),
                fix: path.map { _ in .replace(quotedJSON(asset), with: quotedJSON(short)) }
            )
        }
        func file(_ short: String) -> String? {
            tried.lazy.compactMap { name in
                name.range(ofLast: asset).flatMap { range in
                    index[name[..<range.lowerBound] + short + name[range.upperBound...]]
                }
            }.first?.files[0].path
        }
        let parts = asset.pathParts
        let stem = FileName(path: asset)?.stem
        let words = parts.dropLast() + [stem ?? parts[parts.count - 1]]
        let names = words.indices.map { words[$0...].joined(separator: "/") }
        if let short = names.first(where: { $0 != asset && file($0) != nil })
            ?? stem.map({ _ in names[0] })
        {
            let help =
                stem != nil
                ? "an asset is named without its ending: \"asset\": \"\(short)\""
                : sources.pathNamed.isEmpty
                    ? "folders are no part of a name: write \"\(short)\""
                    : "names begin below the folder of sources: write \"\(short)\""
            return hint(help, short, file(short))
        }
        guard let own = index[asset] else { return nil }
        let shorts = tried.lazy.compactMap { name -> String? in
            guard let range = name.range(ofLast: asset) else { return nil }
            let (head, tail) = (name[..<range.lowerBound], name[range.upperBound...])
            guard asset.hasPrefix(head), asset.hasSuffix(tail),
                asset.count > head.count + tail.count, name != asset
            else { return nil }
            return String(asset.dropFirst(head.count).dropLast(tail.count))
        }
        return shorts.first.map { short in
            let help = "write \"\(short)\", of which \"naming\" makes \"\(asset)\""
            return hint(help, short, own.files[0].path)
        }
    }
}
