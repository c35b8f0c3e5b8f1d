package import Diagnostics

extension Check {
    /// For the axes alone, and for everything with art for them.
    package static let tooManyCombinations = Check("too-many-combinations")

    /// For settings and for what is said twice.
    package static let noEffect = Check("no-effect", .warning)

    /// Problems of reading a catalog that is valid JSON.
    package static let ofReading: [Check] = [
        .unknownMember, .missingMember, .wrongType, .valueOutOfRange, .badValue, .unsafeID,
        .unsafePath, .unsupportedVersion, .durationCount, .unknownColor, .unreadableColors,
    ]

    /// Checks of finding art by name.
    package static let ofNames: [Check] = [
        .duplicateAsset, .clashingNames, .numberedFrames, .alsoMissing, .imageSet, .imageSetVariant,
        .unresolvedSpecies, .unresolvedItem, .wrongCase, .unresolvedImage, .lastFallback,
        .outfitUndressed, .axisWithoutArt, .idleVariant, .requiredValue, .unusedAsset, .placeholder,
    ]
}
