import FileStore
import Testing

struct WorkShareTests {
    @Test func `a share is one of those that there are`() {
        #expect(WorkShare(0, of: 1) != nil && WorkShare(3, of: 4) != nil)
        for (index, count) in [(1, 1), (-1, 4), (4, 4), (0, 0), (0, -1)] {
            #expect(WorkShare(index, of: count) == nil)
        }
    }

    @Test(arguments: [0, 1, 5, 100]) func `each does its own first, and everything`(pieces: Int) {
        var first: [Int] = []
        for index in 0..<4 {
            let order = WorkShare(index, of: 4)?.order(pieces) ?? []
            #expect(order.sorted() == Array(0..<pieces))
            first += order.prefix((pieces + 3 - index) / 4)
        }
        #expect(first.sorted() == Array(0..<pieces))
    }

    @Test func `no two go over the rest in the same order`() throws {
        let orders = try (0..<4).map { try #require(WorkShare($0, of: 4)).order(100) }
        let rests = Set(orders.map { $0.dropFirst(25).filter { $0 % 4 == 0 } })
        #expect(rests.count == 4)
    }

    @Test func `what lies near is begun with, and the rest in the usual order`() throws {
        let share = try #require(WorkShare(1, of: 3))
        let nearness = [0, 0.5, 0, 1, 0, 0, 0.5, 1]
        let order = share.order(nearness: nearness)
        #expect(order.sorted() == Array(0..<8))
        #expect(Set(order.prefix(2)) == [3, 7] && Set(order[2..<4]) == [1, 6])
        #expect(Array(order.suffix(4)) == share.order(8).filter { nearness[$0] == 0 })
        #expect(share.order(nearness: Array(repeating: 1, count: 8)) == share.order(8))
    }
}
