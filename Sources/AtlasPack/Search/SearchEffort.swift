/// Limits for each part of a search; a step is a cell examined.
///
/// Tuned on the sets of NOTES.md: `balanced` stays below a second for hundreds of sprites.
struct SearchEffort {
    let widths: Int
    /// The limit of the sweep, even with widths left.
    let sweepSteps: Int
    /// The number of widths at which MaxRects is tried too.
    let maxRectsWidths: Int
    let maxRectsSteps: Int
    /// The number of sweep outcomes that are climbed.
    let climbs: Int
    let climbSteps: Int
    /// The climbing steps for a page that fits only some of the cells.
    let fullPageSteps: Int

    init(_ effort: PackEffort) {
        let million = 1_000_000
        switch effort {
        case .fast:
            widths = 100
            sweepSteps = 10 * million
            maxRectsWidths = 0
            maxRectsSteps = 0
            climbs = 0
            climbSteps = 0
            fullPageSteps = 0
        case .balanced:
            widths = 400
            sweepSteps = 60 * million
            maxRectsWidths = 2
            maxRectsSteps = 10 * million
            climbs = 8
            climbSteps = 40 * million
            fullPageSteps = 10 * million
        case .best:
            widths = 1000
            sweepSteps = 400 * million
            maxRectsWidths = 16
            maxRectsSteps = 200 * million
            climbs = 32
            climbSteps = 400 * million
            fullPageSteps = 100 * million
        }
    }
}
