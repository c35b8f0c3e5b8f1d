extension Manifest {
    /// A named choice that art may depend on, such as a mood.
    public struct Axis: Hashable, Sendable, Codable, ManifestObject {
        /// What `Look.axes` names.
        public var name = ""
        /// In the catalog's order.
        public var values: [String] = []
        /// What is meant when a look does not say; nil is the first value.
        public var `default`: String?
        /// What raw values stand for that no value has; nil is the default.
        public var unknown: String?
        /// `locale`: a value that is not there is looked up as BCP 47 does, `pt-BR` as `pt`.
        public var kind: String?
        /// More about single values, by value.
        public var details: [String: AxisValue]?
        /// What the catalog says for the game alone.
        public var extras: [String: ManifestValue]?

        public init(
            name: String,
            values: [String],
            default: String? = nil,
            unknown: String? = nil,
            kind: String? = nil,
            details: [String: AxisValue]? = nil,
            extras: [String: ManifestValue]? = nil
        ) {
            self.name = name
            self.values = values
            self.default = `default`
            self.unknown = unknown
            self.kind = kind
            self.details = details
            self.extras = extras
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("default", &`default`)
            field("details", &details)
            field("extras", &extras)
            field("kind", &kind)
            field("name", &name)
            field("unknown", &unknown)
            field("values", &values)
        }

        /// The value that is meant when nothing is said; nil without values.
        public var standard: String? { self.default ?? values.first }

        /// The value that a game's own number or text stands for.
        ///
        /// - Parameter raw: what the game stores.
        /// - Returns: `unknown`, else the default, for what no value has; nil without values.
        public func value(raw: RawValue) -> String? {
            values.first { details?[$0]?.raw == raw } ?? unknown ?? standard
        }

        /// The value in whose range a number is.
        ///
        /// A range holds its first number and not its second; that of the last value that has one holds
        /// both.
        ///
        /// - Parameter number: such as a progress from 0 to 1.
        /// - Returns: `unknown`, else the default, for what is in no range; nil without values.
        public func value(at number: Double) -> String? {
            var last: String?
            for value in values {
                guard let range = details?[value]?.range, range.count == 2 else { continue }
                if range[0] <= number, number < range[1] { return value }
                last = range[1] == number ? value : nil
            }
            return last ?? unknown ?? standard
        }

        /// The values whose art is drawn for a value: itself, then what stands in for it.
        package func chain(of value: String) -> [String] {
            var chain = [value] + (details?[value]?.fallback ?? [])
            if kind == Axis.localeKind {
                // RFC 4647, lookup: subtags are cut from the end, single letters with what follows.
                var tags = value.split(separator: "-", omittingEmptySubsequences: false)
                // No locale has nearly so many; what has more is none.
                if tags.count > 32 { return chain }
                while tags.count > 1 {
                    tags.removeLast()
                    while tags.count > 1, tags[tags.count - 1].utf8.count == 1 { tags.removeLast() }
                    chain.append(tags.joined(separator: "-"))
                }
            }
            var kept: Set<String> = []
            return chain.filter { kept.insert($0).inserted }
        }

        package static let localeKind = "locale"
    }

    /// A value of an axis, where there is more to tell than its id.
    public struct AxisValue: Hashable, Sendable, Codable, ManifestObject {
        /// For people.
        public var name: String?
        /// What the game stores for it; unique in the axis.
        public var raw: RawValue?
        /// Values whose art replaces missing art of this one, in order.
        public var fallback: [String]?
        /// What the catalog says for the game alone.
        public var extras: [String: ManifestValue]?
        /// The numbers that it stands for, from the first up to the second; see `Axis.value(at:)`.
        public var range: [Double]?

        public init(
            name: String? = nil,
            raw: RawValue? = nil,
            fallback: [String]? = nil,
            extras: [String: ManifestValue]? = nil,
            range: [Double]? = nil
        ) {
            self.name = name
            self.raw = raw
            self.fallback = fallback
            self.extras = extras
            self.range = range
        }

        package init() {}

        package mutating func fields(_ field: inout some FieldVisitor & ~Copyable) {
            field("extras", &extras)
            field("fallback", &fallback)
            field("name", &name)
            field("range", &range)
            field("raw", &raw)
        }
    }

    /// A number or a text by which a game knows a value.
    public enum RawValue: Hashable, Sendable, Codable {
        case integer(Int)
        case text(String)

        public init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                self = .integer(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .integer(let number): try value.encode(number)
            case .text(let text): try value.encode(text)
            }
        }
    }
}

extension Manifest.RawValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    public init(integerLiteral value: Int) { self = .integer(value) }

    public init(stringLiteral value: String) { self = .text(value) }
}

/// Art that is for certain values of axes.
package protocol AxisArt {
    /// The values that it is for; axes that are not named do not matter.
    var axes: [String: String] { get }
    /// Which of the naming templates found it; lower ones come first.
    var level: Int? { get }
}

extension Collection where Element: AxisArt {
    /// The art that naming finds for values of axes: the lowest level wins, then values before what
    /// stands in for them, earlier axes before later ones.
    ///
    /// `chosen` has values by axis; an axis that is not named has its default.
    package func best(for chosen: [String: String], _ axes: [Manifest.Axis]) -> Element? {
        var best: (art: Element, rank: [Int])?
        for art in self {
            guard let rank = art.rank(for: chosen, axes) else { continue }
            // Of equals the first.
            if let known = best, !rank.lexicographicallyPrecedes(known.rank) { continue }
            best = (art, rank)
        }
        return best?.art
    }
}

extension AxisArt {
    /// How far down it stands; nil when it does not fit at all.
    fileprivate func rank(for chosen: [String: String], _ all: [Manifest.Axis]) -> [Int]? {
        if axes.isEmpty, level == nil { return [0] + all.map { _ in 0 } + [0] }
        var rank = [level ?? 0]
        var named = 0
        for axis in all {
            guard let due = axes[axis.name] else {
                rank.append(0)
                continue
            }
            named += 1
            guard let value = chosen[axis.name] ?? axis.standard else { return nil }
            guard let place = value == due ? 0 : axis.chain(of: value).firstIndex(of: due) else {
                return nil
            }
            rank.append(place)
        }
        // An axis that the manifest does not have has no value.
        guard named == axes.count else { return nil }
        return rank + [-named]
    }
}
