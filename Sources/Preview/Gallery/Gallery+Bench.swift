extension Gallery {
    /// A picture for the keying bench.
    public struct BenchPicture: Sendable {
        public var name: String
        /// The PNG of the picture as it was decoded, the screen in it; opaque.
        public var original: [UInt8]
        /// The key's color; where it is searched for, what was found.
        public var key: Color
        /// What the catalog calls it, such as "auto".
        public var keyName: String
        /// The screen's color as it was found.
        public var screen: Color
        /// What the catalog says.
        public var settings: BenchSettings
        /// For modes `best` and `fast`; the page computes mode `gpuimage` without.
        public var trials: [BenchTrial]

        public init(
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
    public struct Color: Hashable, Sendable {
        public var r: UInt8
        public var g: UInt8
        public var b: UInt8

        public init(_ r: UInt8, _ g: UInt8, _ b: UInt8) {
            self.r = r
            self.g = g
            self.b = b
        }
    }

    public struct BenchSettings: Hashable, Sendable, Encodable {
        /// `best`, `fast` or `gpuimage`.
        public var mode: String
        /// Each 0...1.
        public var threshold: Double
        public var smoothing: Double
        public var spill: Double
        /// In pixels.
        public var edge: Int
        public var erode: Int
        public var feather: Int

        public init(
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
    public struct BenchTrial: Sendable {
        public struct State: Sendable {
            /// The first threshold for which it is right, up to the next state's.
            public var threshold: Double
            /// A PNG: the whole picture in the first state, a part that differs from it in others.
            public var picture: [UInt8]
            /// Where the part's top-left corner lies.
            public var x: Int
            public var y: Int
            /// Index into `greens`.
            public var greens: Int

            public init(threshold: Double, picture: [UInt8], x: Int, y: Int, greens: Int) {
                self.threshold = threshold
                self.picture = picture
                self.x = x
                self.y = y
                self.greens = greens
            }
        }

        /// `best` or `fast`.
        public var mode: String
        public var states: [State]
        /// As the page reads them: see `greensOf` in its script.
        public var greens: [[UInt8]]

        public init(mode: String, states: [State], greens: [[UInt8]]) {
            self.mode = mode
            self.states = states
            self.greens = greens
        }
    }
}
