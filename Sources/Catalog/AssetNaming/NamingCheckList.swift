package import Diagnostics

extension Check {
    /// What looking for the art by its names finds.
    package static let ofNames: [Check] = [
        .duplicateAsset, .clashingNames, .numberedFrames, .alsoMissing, .imageSet, .imageSetVariant,
        .unresolvedSpecies,
        .unresolvedItem, .wrongCase,
        .unresolvedImage, .lastFallback, .outfitUndressed, .axisWithoutArt, .idleVariant,
        .requiredValue, .unusedAsset, .placeholder,
    ]
}
