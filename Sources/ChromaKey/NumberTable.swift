/// Gives numbers places: 0 to the first that comes, 1 to the next other one, and so on.
///
/// The standard library's dictionaries hash so well that they take most of the time of steps that ask
/// about every pixel. Places depend on the order of numbers alone.
struct NumberTable: Hashable, Sendable {
    /// By place.
    private(set) var numbers: [UInt64] = []
    /// Places, or -1; their count is a power of two and at least twice as great as that of numbers.
    private var slots = [Int32](repeating: -1, count: 16)
    private var shift: UInt64 = 60

    var count: Int { numbers.count }

    /// - Parameter capacity: how many numbers there will be, more or less.
    init(capacity: Int = 0) {
        if capacity <= 8 { return }
        shift = UInt64((2 * capacity - 1).leadingZeroBitCount)
        slots = [Int32](repeating: -1, count: 1 << (64 - Int(shift)))
        numbers.reserveCapacity(capacity)
    }

    /// Nil for a number that never came.
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

    /// The place of a number, a new one if it comes for the first time.
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
