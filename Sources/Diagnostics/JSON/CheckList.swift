extension Check {
    /// What keeps a text from being strict JSON.
    package static let ofJSON: [Check] = [.jsonSyntax, .byteOrderMark, .duplicateMember]
}
