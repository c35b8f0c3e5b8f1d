import AtlasBuilding
import Catalog
import Diagnostics
import Raster

extension ImportedProject {
    /// A catalog as a person would write it, and its sources; adds doubts.
    mutating func catalogAndSources(named name: String) -> [NewFile] {
        let names = nameSprites()
        let isNamedByPath = isNamedByPath || names.values.contains { $0.contains("/") }
        let folder = "assets-src"
        let colors = colors.map { "\(quotedJSON($0.name)): \"\($0.color)\"" }
        let text = catalogText([
            ("name", quotedJSON(name)), ("canvas", canvas),
            (
                "sources",
                isNamedByPath
                    ? "[{ \"path\": \"\(folder)\", \"names\": \"path\" }]" : "[\"\(folder)\"]"
            ),
            ("sourceDensity", sourceDensity > 1 ? "\(sourceDensity)" : nil),
            ("colors", colors.isEmpty ? nil : "{ \(colors.joined(separator: ", ")) }"),
            ("images", jsonRows(images(names))),
            ("sheets", rules(names).json),
            ("targets", "[\n\(target(name)) ]"),
        ])
        let pictures = sprites.map { sprite -> NewFile in
            let suffix = sprite.density.map { "@\($0)x" } ?? ""
            let name = (names[sprite.name] ?? sprite.name) + suffix
            return ("\(folder)/\(name).\(sprite.ending)", sprite.bytes)
        }
        return catalogFiles(text) + pictures
            + copied.map { ("\(folder)/\($0.name)", $0.bytes) }
    }

    private var canvas: String {
        func side(_ length: (PixelSize) -> Int) -> Int {
            let lengths = sprites.map { length($0.size) / density(of: $0) }
            return min(4096, max(1, lengths.max() ?? 1))
        }
        return "{ \"width\": \(side(\.width)), \"height\": \(side(\.height)) }"
    }

    private func density(of sprite: ImportedSprite) -> Int {
        sprite.density ?? sourceDensity
    }

    private func target(_ name: String) -> String {
        let scales = scales.map(String.init).joined(separator: ", ")
        var members = [
            ("id", quotedJSON(name)), ("kind", "\"\(kind)\""), ("scales", "[\(scales)]"),
        ]
        if kind == "xcassets" { members.append(("images", "[\"*\"]")) }
        if let format { members.append(("formats", "[\"\(format.rawValue)\"]")) }
        members += target.map { ($0.name, $0.value) }
        return "{ \(members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ")) }"
    }
}

// MARK: - Names

extension ImportedProject {
    /// Gives sprites names that are files on every system, each of its own.
    ///
    /// - Returns: the names of files by those that sprites had.
    private mutating func nameSprites() -> [String: String] {
        var names: [String: String] = [:]
        var taken: Set<String> = []
        var densities: [String: Set<Int>] = [:]
        var changed: [(from: String, to: String)] = []
        var kept: [ImportedSprite] = []
        var repeated: [String] = []
        for var sprite in sprites {
            // A name may have a suffix for its density already.
            if let (stem, density) = densitySuffix(sprite.name),
                sprite.density ?? density == density
            {
                (sprite.name, sprite.density) = (stem, density)
            }
            guard densities[sprite.name, default: []].insert(density(of: sprite)).inserted else {
                repeated.append(sprite.name)
                continue
            }
            kept.append(sprite)
            guard names[sprite.name] == nil else { continue }
            let safe = Self.fileName(sprite.name)
            var name = safe
            var number = 2
            while !taken.insert(name.lowercased()).inserted {
                name = "\(safe)_\(number)"
                number += 1
            }
            if name != sprite.name { changed.append((sprite.name, name)) }
            names[sprite.name] = name
        }
        sprites = kept
        if let first = changed.first {
            doubt(
                "\(counted(changed.count, "sprite")) got other names, such as \(first.to) for \(first.from)"
            )
        }
        if let first = repeated.first {
            doubt(
                "\(counted(repeated.count, "picture")) with a name that is taken are left out, such as \(first)"
            )
        }
        return names
    }

    private func densitySuffix(_ name: String) -> (stem: String, density: Int)? {
        guard name.hasSuffix("x"), let density = name.dropLast().last?.wholeNumberValue,
            (1...8).contains(density), name.dropLast(2).last == "@", name.utf8.count > 3
        else { return nil }
        return (String(name.dropLast(3)), density)
    }

    /// A path of folders and a file that every system accepts.
    private static func fileName(_ name: String) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: true).map { part in
            var text = String(
                part.map { character in
                    let isUsable = character.unicodeScalars.allSatisfy {
                        $0.value >= 32 && $0.value != 127
                    }
                    return isUsable && !"\\:*?\"<>|#".contains(character) ? character : "_"
                }
            )
            while text.utf8.count > 100 { text.removeLast() }
            if text.hasPrefix(".") { text = "_" + text.dropFirst() }
            return troubleOfFileName(text) == nil ? text : text + "_"
        }
        return parts.isEmpty ? "sprite" : parts.suffix(16).joined(separator: "/")
    }

    /// Entries of `images`, each with an id of its own.
    private mutating func images(_ names: [String: String]) -> [String] {
        var ids: Set<String> = []
        var example: (id: String, name: String)?
        var count = 0
        let assets = sprites.map { names[$0.name] ?? $0.name } + copiedAssets
        let entries = assets.uniqued.map { name -> String in
            var base = inIdentifiers(name)
            if base.hasPrefix(".") || base.hasPrefix("-") { base = "_" + base.dropFirst() }
            base = String(base.prefix(60))
            // "." and "-" inside are parts of ids.
            if troubleOfIdentifier(base) != nil { base = "sprite" }
            var id = base
            var number = 2
            while !ids.insert(id).inserted {
                id = "\(base)_\(number)"
                number += 1
            }
            guard id != name else { return "{ \"id\": \"\(id)\" }" }
            if example == nil { example = (id, name) }
            count += 1
            return "{ \"id\": \"\(id)\", \"asset\": \(quotedJSON(name)) }"
        }
        if let example {
            doubt(
                "\(counted(count, "image has", "images have")) another id than the frame, such as \(example.id) for \(example.name)"
            )
        }
        return entries
    }
}

// MARK: - Rules

extension ImportedProject {
    /// Pivots and nine-slices.
    private mutating func rules(_ names: [String: String]) -> SheetPatterns {
        var rules = SheetPatterns()
        var order: [String] = []
        var assets: [String: [String]] = [:]
        var seen: Set<String> = []
        for sprite in sprites where seen.insert(sprite.name).inserted {
            let name = names[sprite.name] ?? sprite.name
            rules.known.append(name)
            for member in members(of: sprite) {
                if assets[member] == nil { order.append(member) }
                assets[member, default: []].append(name)
            }
        }
        rules.known += copiedAssets
        for member in order { rules.add(member, to: assets[member] ?? []) }
        return rules
    }

    private mutating func members(of sprite: ImportedSprite) -> [String] {
        var members: [String] = sprite.rule.map { [$0] } ?? []
        if let pivot = sprite.pivot {
            if max(abs(pivot.x), abs(pivot.y)) <= 8 {
                let texts = [pivot.x, pivot.y].map { plain(($0 * 1e6).rounded() / 1e6) }
                members.append("\"pivot\": [\(texts.joined(separator: ", "))]")
            } else {
                doubt("the pivot of \(sprite.name) is too far away to be taken")
            }
        }
        guard let slice = sprite.nineSlice else { return members }
        let borders = [slice.left, slice.top, slice.right, slice.bottom]
        guard borders.allSatisfy((0...4096).contains),
            slice.left + slice.right <= sprite.size.width,
            slice.top + slice.bottom <= sprite.size.height
        else {
            doubt("the nine-slice of \(sprite.name) is larger than its picture")
            return members
        }
        let density = density(of: sprite)
        let points = borders.map { Int((Double($0) / Double(density)).rounded()) }
        doubt(
            "the nine-slice of \(sprite.name) is rounded to whole points",
            if: zip(borders, points).contains { $0 != $1 * density }
        )
        let texts = zip(["left", "top", "right", "bottom"], points).map { "\"\($0)\": \($1)" }
        members.append("\"nineSlice\": { \(texts.joined(separator: ", ")) }")
        return members
    }
}
