import FileStore

/// A file that a page sends in pieces, so that no request is large.
struct Upload {
    /// What the address of a request says of its body.
    struct Piece {
        let name: String
        /// Of the whole file.
        let size: Int
        let offset: Int

        /// Nil unless the query has all of them once.
        init?(_ query: String) {
            var values: [Substring: String] = [:]
            for pair in query.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, values[parts[0]] == nil else { return nil }
                values[parts[0]] = percentDecoded(parts[1])
            }
            guard values.count == 3, let name = values["name"],
                let size = values["size"].flatMap({ Int($0) }), size > 0,
                let offset = values["at"].flatMap({ Int($0) }), (0..<size).contains(offset)
            else { return nil }
            (self.name, self.size, self.offset) = (name, size, offset)
        }
    }

    static let largestSize = 64 << 20

    let name: String
    private let size: Int
    private(set) var bytes: [UInt8] = []

    init(_ piece: Piece) { (name, size) = (piece.name, piece.size) }

    var isComplete: Bool { bytes.count == size }

    /// False if it is not the next piece of this file.
    mutating func add(_ body: [UInt8], _ piece: Piece) -> Bool {
        guard piece.name == name, piece.size == size, piece.offset == bytes.count,
            !body.isEmpty, body.count <= size - bytes.count
        else { return false }
        bytes += body
        return true
    }
}
