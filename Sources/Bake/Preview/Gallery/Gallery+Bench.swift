extension Gallery {
    /// A picture for the keying bench.
    package struct BenchPicture: Sendable {
        package var name: String
        /// The PNG of the picture as it was decoded, the screen in it; opaque.
        package var original: [UInt8]
        /// The key's color; where it is searched for, what was found.
        package var key: Color
        /// What the catalog calls it, such as "auto".
        package var keyName: String
        /// The screen's color as it was found.
        package var screen: Color
        /// What the catalog says.
        package var settings: BenchSettings
        /// For modes `best` and `fast`; the page computes the formulas without.
        package var trials: [BenchTrial]

        package init(
            name: String,
            original: [UInt8],
            key: Color,
            keyName: String,
            screen: Color,
            settings: BenchSettings,
            trials: [BenchTrial] = []
        ) {
            self.name = name
            self.original = original
            self.key = key
            self.keyName = keyName
            self.screen = screen
            self.settings = settings
            self.trials = trials
        }
    }

    /// Opaque, sRGB code values.
    package struct Color: Hashable, Sendable {
        package var r: UInt8
        package var g: UInt8
        package var b: UInt8

        package init(_ r: UInt8, _ g: UInt8, _ b: UInt8) {
            self.r = r
            self.g = g
            self.b = b
        }
    }

    package struct BenchSettings: Hashable, Sendable, Encodable {
        /// `best`, `fast`, `distance` or `gpuimage`.
        package var mode: String
        /// Each 0...1, in mode `distance` threshold and smoothing 0...2.
        package var threshold: Double
        package var smoothing: Double
        package var spill: Double
        /// In pixels.
        package var edge: Int
        package var erode: Int
        package var feather: Int

        package init(
            mode: String,
            threshold: Double = 0.4,
            smoothing: Double = 0.1,
            spill: Double = 0,
            edge: Int = 4,
            erode: Int = 0,
            feather: Int = 0
        ) {
            self.mode = mode
            self.threshold = threshold
            self.smoothing = smoothing
            self.spill = spill
            self.edge = edge
            self.erode = erode
            self.feather = feather
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
