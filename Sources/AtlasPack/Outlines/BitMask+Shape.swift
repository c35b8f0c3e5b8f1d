package import Raster

// A mask is the shape of a sprite for packing by outlines: the pixels of its rectangle that belong
// to it.
extension BitMask {
    package var turnedClockwise: BitMask {
        drawn(width: height, height: width) { x, y in self[y, height - 1 - x] }
    }

    package var turnedCounterclockwise: BitMask {
        drawn(width: height, height: width) { x, y in self[width - 1 - y, x] }
    }

    /// With its edges repeated outward, like the sprite's pixels.
    package func extruded(by distance: Int) -> BitMask {
        guard distance > 0 else { return self }
        return drawn(width: width + 2 * distance, height: height + 2 * distance) { x, y in
            self[min(max(x - distance, 0), width - 1), min(max(y - distance, 0), height - 1)]
        }
    }

    private func drawn(width: Int, height: Int, _ isSet: (Int, Int) -> Bool) -> BitMask {
        var result = BitMask(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where isSet(x, y) { result[x, y] = true }
        }
        return result
    }

    /// The set pixels as horizontal runs.
    package var runs: [Run] {
        var runs: [Run] = []
        for y in 0..<height {
            var start: Int?
            for x in 0...width {
                if self[x, y] {
                    start = start ?? x
                } else if let first = start {
                    runs.append(Run(row: y, start: first, length: x - first))
                    start = nil
                }
            }
        }
        return runs
    }

    package struct Run: Hashable, Sendable {
        package let row: Int
        package let start: Int
        package let length: Int
    }
}
