public struct LayoutLockError: Error, Hashable {
    public let line: Int
    /// What was found and what was expected; lower case, without a period.
    public let message: String
}

extension LayoutLockError: CustomStringConvertible {
    public var description: String { "line \(line): \(message)" }
}
