import Diagnostics

/// Frames of a sheet shown one after another.
public struct SheetAnimation: Sendable, CatalogObject {
    public var name = ""
    /// Cell numbers from 0; nil means all cells in order.
    public var frames: [Int]?
    public var framesPerSecond = 8.0
    public var loops = true
    /// How long each of `frames` is shown, in milliseconds; nil leaves it to `framesPerSecond`.
    public var durations: [Int]?
    public var direction = PlayDirection.forward
    public var place = CatalogPlace.none

    public init() {}

    static var members: Members<SheetAnimation> {
        Members("animation", "an animation") {
            Member("frames", \.frames, .frames)
                .about(
                    "Cell numbers from 0: \"0-3\", \"0-3,2,1\" or [0, 1, 2]; all cells unless said."
                )
            Member("fps", \.framesPerSecond, .number(0.1...240), default: 8)
                .about("Frames per second.")
            Member("loop", \.loops, .bool, default: true)
                .about("Whether it begins again at its end.")
            Member("durations", \.durations, .durations)
                .about("How long each frame is shown, in milliseconds; in place of \"fps\".")
            Member("direction", \.direction, .choice, default: "forward")
                .about("In which order the frames are shown.")
        }
    }
}
