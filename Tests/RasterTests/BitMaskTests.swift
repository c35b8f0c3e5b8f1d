import Raster
import TestSupport
import Testing

/// One bit a pixel: widths around those of words.
struct BitMaskTests {
    private static let sizes = [
        (1, 1), (2, 5), (31, 3), (63, 6), (64, 5), (65, 7), (127, 4), (128, 3), (130, 9),
        // More rows than are joined at once.
        (1, 270),
    ]

    private func noise(_ width: Int, _ height: Int, _ share: Int) -> BitMask {
        var random = SeededRandom(seed: UInt64(width * 1000 + height * 10 + share))
        return BitMask(width, height) { _, _ in Int.random(in: 0..<share, using: &random) == 0 }
    }

    @Test(arguments: sizes)
    func `a mask grows by whole columns and rows`(width: Int, height: Int) {
        for share in [2, 40] {
            let mask = noise(width, height, share)
            for radius in [0, 1, 2, 3, 5, 10, 31] {
                let expected = BitMask(width, height) { x, y in
                    (y - radius...y + radius).contains { py in
                        (x - radius...x + radius).contains { mask[$0, py] }
                    }
                }
                #expect(mask.dilated(radius).drawn == expected.drawn, "radius \(radius)")
            }
        }
    }

    @Test(arguments: [9, 64, 65, 128])
    func `a pixel next to the border spreads without gaps`(width: Int) {
        for column in [0, 1, 2, width - 2, width - 1] {
            let mask = BitMask(width, 1) { x, _ in x == column }
            for radius in 0...31 {
                let expected = BitMask(width, 1) { x, _ in abs(x - column) <= radius }
                #expect(mask.dilated(radius).drawn == expected.drawn, "\(column), \(radius)")
            }
        }
    }

    @Test(arguments: sizes)
    func `a mask shrinks from inside alone, for what is outside counts as set`(
        width: Int,
        height: Int
    ) {
        let mask = noise(width, height, 40).inverted()
        for radius in [0, 1, 3, 7] {
            let expected = BitMask(width, height) { x, y in
                !(max(y - radius, 0)...min(y + radius, height - 1)).contains { py in
                    (max(x - radius, 0)...min(x + radius, width - 1)).contains { !mask[$0, py] }
                }
            }
            #expect(mask.eroded(radius).drawn == expected.drawn, "radius \(radius)")
        }
    }

    @Test(arguments: sizes)
    func `no bit beyond the width is ever counted`(width: Int, height: Int) {
        let mask = noise(width, height, 3)
        #expect(mask.count + mask.inverted().count == width * height)
        #expect(BitMask(width: width, height: height).inverted().count == width * height)
        #expect(mask.inverted().dilated(31).count <= width * height)
        #expect(mask.subtracting(mask).isEmpty)
        #expect(mask.inverted().inverted().drawn == mask.drawn)
    }

    @Test func `squares of four come back from their upper left corners`() {
        let mask = noise(130, 9, 2)
        let squares = mask.withRightAndLowerNeighbors
        let expected = BitMask(130, 9) { x, y in
            squares[x, y] || squares[x - 1, y] || squares[x, y - 1] || squares[x - 1, y - 1]
        }
        #expect(!squares.isEmpty)
        #expect(squares.addingRightAndLowerNeighbors().drawn == expected.drawn)
    }

    @Test(arguments: sizes)
    func `a lattice repeats the border outside`(width: Int, height: Int) {
        let mask = noise(width, height, 20).inverted()
        for reach in [0, 1, 3, 63] {
            let steps = [-reach, 0, reach]
            let expected = BitMask(width, height) { x, y in
                steps.allSatisfy { dy in
                    steps.allSatisfy { dx in
                        mask[
                            min(max(x + dx, 0), width - 1),
                            min(max(y + dy, 0), height - 1)
                        ]
                    }
                }
            }
            #expect(mask.withLattice(reach: reach).drawn == expected.drawn, "reach \(reach)")
        }
    }

    @Test(arguments: sizes)
    func `growing takes what spreading again and again would`(width: Int, height: Int) {
        let room = noise(width, height, 2)
        for reach in [0, 1, 2, 5] {
            let seeds = noise(width, height, 50)
            var expected = seeds
            var before = BitMask(width: width, height: height)
            while expected != before {
                before = expected
                expected |= expected.dilated(reach) & room
            }
            #expect(
                seeds.grown(within: room, reach: reach).drawn == expected.drawn,
                "reach \(reach)"
            )
        }
    }

    @Test(arguments: sizes)
    func `a square has the pixels around one`(width: Int, height: Int) {
        let mask = noise(width, height, 2)
        for y in 0..<height {
            for x in 0..<width {
                let expected = (0..<9).filter { mask[x + $0 % 3 - 1, y + $0 / 3 - 1] }
                let square = mask.square(around: x, y)
                #expect((0..<32).filter { square >> UInt32($0) & 1 != 0 } == expected, "\(x), \(y)")
            }
        }
    }

    @Test func `side neighbors are four, corners none`() {
        let mask = BitMask(7, 5) { x, y in (x, y) == (3, 2) || (x, y) == (6, 0) }
        #expect(
            mask.withSideNeighbors.drawn == [
                ".....##",
                "...#..#",
                "..###..",
                "...#...",
                ".......",
            ]
        )
    }

    @Test func `outside of a mask nothing is set`() {
        let full = BitMask(width: 3, height: 2).inverted()
        for (x, y) in [(-1, 0), (0, -1), (3, 0), (0, 2), (64, 0), (Int.max, 1)] {
            #expect(!full[x, y])
        }
    }
}
