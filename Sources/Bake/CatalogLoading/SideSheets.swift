import Catalog
import Diagnostics

// Checks of pictures that are next to others, such as normal maps.

extension AssetIndex {
    /// Whether an asset is next to another one, under its name with a suffix.
    func isSide(_ name: String, _ suffix: String) -> Bool {
        name.hasSuffix(suffix) && self[String(name.dropLast(suffix.count))] != nil
    }
}

extension Catalog {
    /// Side pictures of sprites whose place only the sprites' own pixels tell.
    func sidesOfMovedFrames(_ index: AssetIndex) -> [Diagnostic] {
        targets.flatMap { target in
            target.settings.sideSheets.enumerated().compactMap { place, suffix in
                let moved = index.assets.lazy.map(\.name).first { name in
                    let sheet = sheet(for: name).value
                    return index[name + suffix] != nil
                        && (sheet.cutting?.followsFigures == true || sheet.register != nil)
                }
                guard let moved else { return nil }
                return Diagnostic(
                    .targetSettings,
                    at: target.place["sideSheets"][place].location,
                    message: "target \"\(target.id)\": \"\(moved)\(suffix)\" cannot be cut as "
                        + "\"\(moved)\" is, whose figures tell where its frames are",
                    help: "cut it with \"grid\", \"cell\" or \"rects\", and without \"register\""
                )
                .following([.sources, .sheets])
            }
        }
    }

    /// Suffixes of side sheets that no picture's name has.
    func sideSheetsWithoutPictures(_ index: AssetIndex) -> [Diagnostic] {
        targets.flatMap { target in
            target.settings.sideSheets.enumerated().compactMap { place, suffix in
                guard !index.assets.contains(where: { index.isSide($0.name, suffix) }) else {
                    return nil
                }
                return Diagnostic(
                    .unknownReference,
                    at: target.place["sideSheets"][place].location,
                    message: "no picture is next to another under a name with \"\(suffix)\"",
                    help: "add one such as dog_pet\(suffix).png, or remove \"\(suffix)\""
                )
                .following([.sources])
            }
        }
    }
}
