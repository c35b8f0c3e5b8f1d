import Diagnostics
import KilnManifest

extension Manifest.Axis {
    var facts: Facts<Self> {
        Facts(outline: ["values \(values.joined(separator: ", "))"]) { new, details in
            details.note("value", values, new.values)
            if details.isEmpty, values != new.values {
                details.append("its values are in another order")
            }
            details.note(membersOf: self, new)
            for value in new.values where values.contains(value) {
                if self.details?[value] != new.details?[value] {
                    details.append("value \(value) has other details")
                }
            }
            details.note(extras: extras, new.extras)
        }
    }
}

extension Manifest.Species {
    var facts: Facts<Self> {
        Facts(outline: artFacts(art, bySpecies: false)) { new, details in
            details.note(membersOf: self, new)
            details.note("anchor", anchors.keys.sorted(), new.anchors.keys.sorted())
            for (anchor, places) in anchors.sorted(by: { $0.key < $1.key }) {
                guard let others = new.anchors[anchor], others != places else { continue }
                details.append("anchor \(anchor) \(movement(from: places, to: others))")
            }
            details.note(extras: extras, new.extras)
            details += artChanges(art, new.art, bySpecies: false)
        }
    }
}

extension Manifest.Item {
    var facts: Facts<Self> {
        Facts(outline: [equipStyle.words] + artFacts(art, bySpecies: true)) { new, details in
            if equipStyle != new.equipStyle {
                details.append("\(new.equipStyle.words) instead of \(equipStyle.words)")
            }
            details.note(membersOf: self, new)
            details.note(extras: extras, new.extras)
            details += artChanges(art, new.art, bySpecies: true)
        }
    }
}

extension Manifest.NamedLook {
    var facts: Facts<Self> {
        Facts(outline: [look.words]) { new, details in
            if look != new.look {
                details.append("\(new.look.words) instead of \(look.words)")
            }
            details.note(membersOf: self, new)
            details.note(extras: extras, new.extras)
        }
    }
}

extension Manifest.Slot {
    var facts: Facts<Self> {
        Facts(outline: ["at most \(max)"]) { new, details in
            details.note(membersOf: self, new)
            details.note(extras: extras, new.extras)
        }
    }
}

extension Manifest.Image {
    var facts: Facts<Self> {
        Facts(outline: [size, frameCount]) { new, details in
            details.note(membersOf: self, new, except: "height", "width", "placeholder")
            details.note("size", size, new.size)
            if frames.count != new.frames.count {
                details.append("\(new.frameCount) instead of \(frames.count)")
            } else if frames != new.frames,
                let (old, own) = zip(frames, new.frames).first(where: !=)
            {
                details.append("drawn from \(own) instead of \(old)")
            }
            if animations != new.animations { details.append("other animations") }
            details += artChanges(to: new)
            details.note(extras: extras, new.extras)
        }
    }

    /// What has another asset for some axis values; of many the first.
    private func artChanges(to new: Manifest.Image) -> [String] {
        let (old, own) = (assetsByValues, new.assetsByValues)
        let changes = Set(old.keys).union(own.keys).sorted().compactMap { values -> String? in
            switch (old[values], own[values]) {
            case (nil, let asset?): "\(asset) for \(values)"
            case (_?, nil): "no art for \(values)"
            case (let was?, let asset?):
                was == asset ? nil : "\(asset) instead of \(was) for \(values)"
            case (nil, nil): nil
            }
        }
        let more = changes.count - 4
        return changes.prefix(4) + (more > 0 ? ["\(more) more for other values"] : [])
    }

    private var assetsByValues: [String: String] {
        (art ?? []).reduce(into: [:]) { assets, art in
            let values = art.axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            assets[values.isEmpty ? "all values" : values.joined(separator: ", ")] = art.asset
        }
    }

    private var size: String { "\(width)x\(height)" }
    private var frameCount: String { counted(frames.count, "frame") }
}

extension Manifest.Target {
    var facts: Facts<Self> {
        Facts(outline: [kind, "scales \(scaleList)", fileCount]) { new, details in
            details.note(membersOf: self, new)
            details.note("scales", scaleList, new.scaleList)
            if pages.count != new.pages.count {
                details.append("\(new.pageCount) instead of \(pages.count)")
            }
            details.note(
                "picture",
                (pictures ?? []).map(\.path).sorted(),
                (new.pictures ?? []).map(\.path).sorted()
            )
            details.note("panel", panelText, new.panelText)
            details.note(
                "file",
                (panel?.files ?? []).map(\.path).sorted(),
                (new.panel?.files ?? []).map(\.path).sorted()
            )
        }
    }

    private var scaleList: String { scales.map { "\($0)" }.joined(separator: ", ") }
    private var pageCount: String { counted(pages.count, "page") }
    private var fileCount: String {
        if let panel { return counted(panel.files.count, "file") }
        return pages.isEmpty ? counted((pictures ?? []).count, "picture") : pageCount
    }
    private var panelText: String {
        guard let panel else { return "none" }
        let inks = panel.inks.isEmpty ? "raw" : panel.inks.map(\.name).joined(separator: " ")
        return "\(panel.width)x\(panel.height) \(inks)"
    }
}

extension Manifest.EquipStyle {
    fileprivate var words: String { self == .overlay ? "an overlay" : "an outfit" }
}

extension Look {
    /// "dog + wizard + scarf", with axis values behind.
    var words: String {
        ([species] + worn).joined(separator: " + ") + axisWords(axes)
    }
}

private func axisWords(_ axes: [String: String]) -> String {
    if axes.isEmpty { return "" }
    let values = axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return " (\(values.joined(separator: ", ")))"
}

extension Manifest.Art {
    /// Arts with equal keys in two bakes are versions of one art.
    var key: String { species + choice }

    /// What the art is for; empty when it is a species' only art.
    fileprivate func use(_ bySpecies: Bool) -> String {
        bySpecies ? key : String(choice.dropFirst())
    }

    /// The part, the animation of the sheet, and the axis values.
    private var choice: String {
        (part.map { " part \($0 + 1)" } ?? "") + (sheet.map { " \($0)" } ?? "") + axisWords(axes)
    }
}

private func artFacts(_ art: [Manifest.Art], bySpecies: Bool) -> [String] {
    joined(art.map { ($0.use(bySpecies), $0.asset) }, bySpecies)
}

private func artChanges(
    _ old: [Manifest.Art],
    _ new: [Manifest.Art],
    bySpecies: Bool
) -> [String] {
    let before = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
    let present = Set(new.map(\.key))
    var facts: [(use: String, text: String)] = []
    for art in new {
        let use = art.use(bySpecies)
        if let earlier = before[art.key] {
            facts += earlier.changes(to: art).map { (use, $0) }
        } else {
            facts.append((use, "\(art.asset) is new"))
        }
    }
    for art in old where !present.contains(art.key) {
        facts.append((art.use(bySpecies), "\(art.asset) is gone"))
    }
    return joined(facts, bySpecies)
}

/// "on dog, cat: z 3 instead of 2": the same is said once.
private func joined(_ facts: [(use: String, text: String)], _ bySpecies: Bool) -> [String] {
    facts.grouped(by: \.text).map { text, facts in
        let named = facts.map(\.use).filter { !$0.isEmpty }.joined(separator: ", ")
        return named.isEmpty ? text : "\(bySpecies ? "on " : "")\(named): \(text)"
    }
}

extension Manifest.Art {
    fileprivate func changes(to new: Manifest.Art) -> [String] {
        var details: [String] = []
        details.note("made from", asset, new.asset)
        if frames.count != new.frames.count {
            details.append("\(counted(new.frames.count, "frame")) instead of \(frames.count)")
        } else if frames != new.frames, asset == new.asset {
            details.append("drawn from \(new.frames[0]) instead of \(frames[0])")
        }
        if origins != new.origins { details.append(movement(from: origins, to: new.origins)) }
        details.note("z", "\(z)", "\(new.z)")
        details.note("animation", animations.keys.sorted(), new.animations.keys.sorted())
        for (name, animation) in animations.sorted(by: { $0.key < $1.key }) {
            guard let other = new.animations[name], other != animation else { continue }
            let facts = animation.changes(to: other).joined(separator: ", ")
            details.append("animation \(name): \(facts)")
        }
        return details
    }
}

extension Manifest.Animation {
    func changes(to new: Manifest.Animation) -> [String] {
        var facts: [String] = []
        if frames.count != new.frames.count {
            facts.append("\(counted(new.frames.count, "frame")) instead of \(frames.count)")
        } else if frames != new.frames {
            facts.append("other frames")
        }
        facts.note("fps", number(fps), number(new.fps))
        if durations != new.durations { facts.append("other durations") }
        if loop != new.loop { facts.append(new.loop ? "loops now" : "ends now") }
        return facts
    }
}

/// "moved by 0, 4", or that frames went different ways.
private func movement(from old: [Manifest.Point], to new: [Manifest.Point]) -> String {
    guard !old.isEmpty, !new.isEmpty else { return "moved" }
    let count = max(old.count, new.count)
    let ways = (0..<count).map { index in
        let (from, to) = (old[index % old.count], new[index % new.count])
        return "\(number(to.x - from.x)), \(number(to.y - from.y))"
    }
    return Set(ways).count == 1 ? "moved by \(ways[0])" : "moved, each frame its own way"
}

/// At most two digits after the point, none that say nothing.
private func number(_ value: Double) -> String {
    var text = decimal(value, 2)
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return text
}
