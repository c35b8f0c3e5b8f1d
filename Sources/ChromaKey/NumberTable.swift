/// Numbers distinct values in the order of their first occurrence.
///
/// The standard library's hash takes most of the time in steps that look up every pixel. The result
/// depends only on the order of values.
struct NumberTable: Hashable, Sendable {
    private(set) var numbers: [UInt64] = []
    /// Indexes into `numbers`, or -1; the count is a power of two and at least twice that of
    /// numbers.
    private var slots = [Int32](repeating: -1, count: 16)
    private var shift: UInt64 = 60

    var count: Int { numbers.count }

    init(capacity: Int = 0) {
        if capacity <= 8 { return }
        shift = UInt64((2 * capacity - 1).leadingZeroBitCount)
        slots = [Int32](repeating: -1, count: 1 << (64 - Int(shift)))
        numbers.reserveCapacity(capacity)
    }

    /// Nil for an unknown number.
    @inline(__always)
    func place(of number: UInt64) -> Int? {
        var slot = first(number)
        while true {
            let place = Int(slots[slot])
            if place < 0 { return nil }
            if numbers[place] == number { return place }
            slot = (slot &+ 1) & (slots.count &- 1)
        }
    }

    /// The index of the number, added if new.
    @inline(__always)
    mutating func insert(_ number: UInt64) -> Int {
        if let place = place(of: number) { return place }
        return append(number)
    }

    @inline(__always)
    private func first(_ number: UInt64) -> Int {
        // Fibonacci hashing: the highest bits of a product depend on all bits of the number.
        Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    }

    @inline(never)
    private mutating func append(_ number: UInt64) -> Int {
        numbers.append(number)
        if numbers.count * 2 <= slots.count {
            put(numbers.count - 1)
        } else {
            shift -= 1
            slots = [Int32](repeating: -1, count: slots.count * 2)
            for place in numbers.indices { put(place) }
        }
        return numbers.count - 1
    }

    private mutating func put(_ place: Int) {
        var slot = first(numbers[place])
        while slots[slot] >= 0 { slot = (slot &+ 1) & (slots.count &- 1) }
        slots[slot] = Int32(truncatingIfNeeded: place)
    }
}
