extension [UInt8] {
    /// The place of the first occurrence of `text` at or after `start`.
    public func find(_ text: String, from start: Int = 0) -> Int? {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return nil }
        return (start...(count - wanted.count)).first {
            Array(self[$0..<($0 + wanted.count)]) == wanted
        }
    }
}
