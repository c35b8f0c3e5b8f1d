/// Why a layout file cannot be used, and where.
public struct LayoutLockError: Error, Hashable {
    /// The first line is 1.
    public let line: Int
    /// What was found and what was expected; lower case, without a full stop.
    public let message: String
}

extension LayoutLockError: CustomStringConvertible {
    public var description: String { "line \(line): \(message)" }
}
