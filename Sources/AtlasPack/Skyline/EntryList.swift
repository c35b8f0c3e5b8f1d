/// A doubly linked list over entry numbers, in a given order, with removal in constant time.
struct EntryList {
    /// Position `end` is the sentinel.
    private var links: [Link]
    let end: Int

    private struct Link {
        var next: Int32
        var previous: Int32
    }

    init(capacity: Int) {
        end = capacity
        links = [Link](repeating: Link(next: 0, previous: 0), count: capacity + 1)
    }

    /// Links the entries of `order` whose kind has cells remaining.
    mutating func fill(_ order: [Int32], cells: OrientedCells, remaining: [Int32]) {
        var last = Int32(end)
        for entry in order where remaining[Int(cells.entries[Int(entry)].kind)] > 0 {
            links[Int(last)].next = entry
            links[Int(entry)].previous = last
            last = entry
        }
        links[Int(last)].next = Int32(end)
        links[end].previous = last
    }

    @inline(__always) var first: Int { Int(links[end].next) }

    @inline(__always)
    func after(_ entry: Int) -> Int { Int(links[entry].next) }

    @inline(__always)
    mutating func remove(_ entry: Int) {
        let link = links[entry]
        links[Int(link.previous)].next = link.next
        links[Int(link.next)].previous = link.previous
    }
}
