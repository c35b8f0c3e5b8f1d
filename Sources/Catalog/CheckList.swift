package import Diagnostics

extension Check {
    /// By rooms above, of the axes themselves and of all that has art for them.
    package static let tooManyCombinations = Check(
        "too-many-combinations",
        "the axes have too many combinations"
    )

    /// What reading a catalog finds.
    package static let ofReading: [Check] = [
        .jsonSyntax, .byteOrderMark, .duplicateMember, .unknownMember, .missingMember, .wrongType,
        .valueOutOfRange, .badValue, .unsafeID, .unsafePath, .unsupportedVersion,
    ]
}
