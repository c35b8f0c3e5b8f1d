/// An open hash table from numbers to indexes, with more slots than it ever holds.
struct IndexTable {
    private var keys: [UInt32]
    private var indexes: [Int16]
    private let shift: UInt32

    /// With 2^`bits` slots.
    init(bits: Int) {
        keys = [UInt32](repeating: 0, count: 1 << bits)
        indexes = [Int16](repeating: -1, count: 1 << bits)
        shift = UInt32(32 - bits)
    }

    /// The index of a key, which is `new` if the table lacked it.
    mutating func index(of key: UInt32, orAdding new: Int) -> Int {
        var slot = Int((key &* 0x9E37_79B1) >> shift)
        while indexes[slot] >= 0, keys[slot] != key { slot = (slot + 1) & (indexes.count - 1) }
        if indexes[slot] < 0 { (keys[slot], indexes[slot]) = (key, Int16(new)) }
        return Int(indexes[slot])
    }

    mutating func removeAll() {
        for slot in indexes.indices { indexes[slot] = -1 }
    }
}
