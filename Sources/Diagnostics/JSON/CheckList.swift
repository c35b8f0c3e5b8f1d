extension Check {
    /// Checks for strict JSON.
    package static let ofJSON: [Check] = [.jsonSyntax, .byteOrderMark, .duplicateMember]
}
