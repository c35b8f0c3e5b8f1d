package import ChromaKey
package import KernelTypes

extension Gallery {
    /// A picture for the keying bench.
    package struct BenchPicture: Sendable {
        package var name: String
        /// The PNG of the picture as it was decoded, the screen in it; opaque.
        package var original: [UInt8]
        /// The screen's color as it was found.
        package var screen: RGB
        /// What the catalog says.
        package var settings: KeySettings
        /// For modes `best` and `fast`; the page computes the formulas without.
        package var trials: [BenchTrial]

        package init(
            name: String,
            original: [UInt8],
            screen: RGB,
            settings: KeySettings,
            trials: [BenchTrial] = []
        ) {
            self.name = name
            self.original = original
            self.screen = screen
            self.settings = settings
            self.trials = trials
        }
    }

    /// What thresholds decide; the page computes the rest.
    package struct BenchTrial: Sendable {
        package struct State: Sendable {
            /// The first threshold for which it is right, up to the next state's.
            package var threshold: Double
            /// A PNG: the whole picture in the first state, a part that differs from it in others.
            package var picture: [UInt8]
            /// Where the part's top-left corner lies.
            package var x: Int
            package var y: Int
            /// Index into `greens`.
            package var greens: Int

            package init(threshold: Double, picture: [UInt8], x: Int, y: Int, greens: Int) {
                self.threshold = threshold
                self.picture = picture
                self.x = x
                self.y = y
                self.greens = greens
            }
        }

        /// `best` or `fast`.
        package var mode: String
        package var states: [State]
        /// As the page reads them: see `greensOf` in its script.
        package var greens: [[UInt8]]

        package init(mode: String, states: [State], greens: [[UInt8]]) {
            self.mode = mode
            self.states = states
            self.greens = greens
        }
    }
}
