/// The attempts to find a name, and the result.
public struct Resolution: Sendable {
    public struct Attempt: Sendable {
        public enum Outcome: Hashable, Sendable {
            case found(Asset)
            /// Only an asset whose name differs in case exists.
            case differsInCase(Asset)
            case missing
        }

        public let template: NamingTemplate
        /// The index of the template; 0 is the most specific.
        public let level: Int
        /// The axis values in the name: requested ones or fallbacks.
        public let axes: [String: String]
        public let name: String
        public let outcome: Outcome

        public var asset: Asset? { if case .found(let asset) = outcome { asset } else { nil } }
    }

    /// In the order of the templates, each first with the requested values and then with fallbacks;
    /// including those after the winner.
    public let attempts: [Attempt]
    /// The index of the first successful attempt.
    public let won: Int?

    /// The cost relative to a plain resolution: higher for very many names, or names of very many
    /// axes.
    var cost: Int {
        1 + attempts.reduce(0) { $0 + 1 + $1.axes.count * $1.axes.count / 4 } / 32
    }

    /// All names that were looked for.
    var names: [String] { attempts.map(\.name) }

    /// The name of new art: the first that has the fewest of some axes.
    func nameToAdd(without axes: Set<String>) -> String? {
        attempts.min {
            axes.intersection($0.axes.keys).count < axes.intersection($1.axes.keys).count
        }?
        .name
    }

    public var winning: Attempt? { won.map { attempts[$0] } }

    /// The template that won; 0 is the most specific.
    public var level: Int? { winning?.level }

    public var winner: Asset? { winning?.asset }

    /// The distinct assets that later names would have found.
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
