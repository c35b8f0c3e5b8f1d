/// When the frames of a moving sheet change, whose cells play animations of their own.
///
/// The sheet runs once through the longest animation; shorter ones begin again.
package struct SheetTimeline: Hashable, Sendable {
    /// The time between two changes.
    package struct Step: Hashable, Sendable {
        /// In milliseconds.
        package var duration: Int
        /// Which frame each cell shows.
        package var frames: [Int]
    }

    package let steps: [Step]

    /// - Parameter cells: how long each frame of each cell is shown, in milliseconds above 0; a cell
    ///   that shows nothing has none.
    package init(_ cells: [[Int]]) {
        let lengths = cells.map { $0.reduce(0, +) }
        let whole = lengths.max() ?? 0
        var changes: Set<Int> = [0]
        for (cell, length) in zip(cells, lengths) where length > 0 {
            var time = 0
            while time < whole {
                for duration in cell where time < whole {
                    changes.insert(time)
                    time += duration
                }
            }
        }
        let times = changes.sorted()
        steps = zip(times, times.dropFirst() + [whole]).compactMap { start, end in
            guard end > start else { return nil }
            let frames = zip(cells, lengths).map { cell, length in
                length > 0 ? Self.frame(of: cell, at: start % length) : 0
            }
            return Step(duration: end - start, frames: frames)
        }
    }

    private static func frame(of cell: [Int], at time: Int) -> Int {
        var rest = time
        for (index, duration) in cell.enumerated() {
            rest -= duration
            if rest < 0 { return index }
        }
        return 0
    }
}
