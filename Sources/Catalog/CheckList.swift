package import Diagnostics

extension Check {
    /// By modules above, of the axes themselves and of all that has art for them.
    package static let tooManyCombinations = Check(
        "too-many-combinations",
        "the axes have too many combinations"
    )

    /// What reading a catalog finds, once it is JSON.
    package static let ofReading: [Check] = [
        .unknownMember, .missingMember, .wrongType, .valueOutOfRange, .badValue, .unsafeID,
        .unsafePath, .unsupportedVersion, .durationCount,
        .unknownColor, .unreadableColors,
    ]
}
