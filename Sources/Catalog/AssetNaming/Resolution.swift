/// How a name was looked for, and what was found.
public struct Resolution: Sendable {
    /// One name that was looked up.
    public struct Attempt: Sendable {
        public enum Outcome: Hashable, Sendable {
            case found(Asset)
            /// There is no such asset, but one whose name differs only in case.
            case differsInCase(Asset)
            case missing
        }

        public let template: NamingTemplate
        /// Which template it is; 0 is the most specific.
        public let level: Int
        /// The axis values that the name was made of: those asked for, or what stands in for them.
        public let axes: [String: String]
        public let name: String
        public let outcome: Outcome

        public var asset: Asset? { if case .found(let asset) = outcome { asset } else { nil } }
    }

    /// In the order of the templates, of each first with the values asked for and then with what
    /// stands in for them; those after the winner included.
    public let attempts: [Attempt]
    /// Which attempt is the first that found something.
    public let won: Int?

    /// How many plain resolutions it took as long as: very many names count as several, and so do
    /// names of very many axes.
    var cost: Int {
        1 + attempts.reduce(0) { $0 + 1 + $1.axes.count * $1.axes.count / 4 } / 32
    }

    public var winning: Attempt? { won.map { attempts[$0] } }

    /// Which template won; 0 is the most specific.
    public var level: Int? { winning?.level }

    /// The asset that won.
    public var winner: Asset? { winning?.asset }

    /// Assets that later names would have found, each once.
    public var shadowed: [Asset] {
        var result: [Asset] = []
        for attempt in attempts[(won.map { $0 + 1 } ?? attempts.count)...] {
            if let asset = attempt.asset, asset != winner, !result.contains(asset) {
                result.append(asset)
            }
        }
        return result
    }

    init(attempts: [Attempt]) {
        self.attempts = attempts
        won = attempts.firstIndex { $0.asset != nil }
    }
}
