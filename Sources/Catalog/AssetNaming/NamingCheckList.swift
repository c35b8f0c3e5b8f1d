package import Diagnostics

extension Check {
    /// Checks of finding art by name.
    package static let ofNames: [Check] = [
        .duplicateAsset, .clashingNames, .numberedFrames, .alsoMissing, .imageSet, .imageSetVariant,
        .unresolvedSpecies,
        .unresolvedItem, .wrongCase,
        .unresolvedImage, .lastFallback, .outfitUndressed, .axisWithoutArt, .idleVariant,
        .requiredValue, .unusedAsset, .placeholder,
    ]
}
