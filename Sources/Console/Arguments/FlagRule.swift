/// What an option needs, or what it cannot be combined with.
struct FlagRule: Sendable {
    enum Kind: Sendable {
        /// One of the partners at least.
        case needs
        /// None of the partners.
        case excludes
    }

    let kind: Kind
    /// The values of the option itself for which the rule holds; empty for all.
    let values: [String]
    let partners: [FlagUse]
    /// Why, or what to do instead: lower case, no full stop.
    let reason: String?
}

/// An option as a rule of another one names it: with any value, or with one of some.
package struct FlagUse: Sendable {
    let long: String
    /// As it is written in front of a value.
    let name: String
    let values: [String]

    init(_ flag: Declaration, _ values: [String] = []) {
        let unknown = values.filter { flag.value?.accepts($0) != true }
        precondition(unknown.isEmpty, "'--\(flag.name)' takes no \(unknown)")
        long = flag.name
        name = flag.short.map { "-\($0)" } ?? "--\(flag.name)"
        self.values = values
    }

    /// Such as `--gif`, or `--trim polygon`.
    var spelling: String {
        values.isEmpty ? "--\(long)" : "\(name) \(spokenList(values))"
    }

    /// As the user gave it; nil when that was not so.
    func given(in found: [String: [String]]) -> String? {
        guard let texts = found[long], !texts.isEmpty else { return nil }
        if values.isEmpty { return spelling }
        return texts.first(where: values.contains).map { "\(name) \($0)" }
    }
}

/// A flag, or one with certain values.
package protocol FlagPartner: Sendable {
    var use: FlagUse { get }
}

extension FlagUse: FlagPartner {
    package var use: FlagUse { self }
}

extension Flag: FlagPartner {
    package var use: FlagUse { FlagUse(declaration) }

    /// The option with one of these values, as a partner of another one.
    package func set(to values: String...) -> FlagUse { set(to: values) }

    package func set(to values: [String]) -> FlagUse { FlagUse(declaration, values) }

    /// The same option, which is refused without one of `partners`.
    ///
    /// `reason` is why, or what to do instead: lower case, no full stop.
    package func needs(_ partners: any FlagPartner..., because reason: String? = nil) -> Flag {
        adding(FlagRule(kind: .needs, values: [], partners: partners.map(\.use), reason: reason))
    }

    /// The same option, which is refused together with any of `partners`; one of both declares it.
    ///
    /// `values` are those of the option itself for which that holds, none for all; `reason` is why, or
    /// what to do instead: lower case, no full stop.
    package func excludes(
        _ partners: [any FlagPartner],
        whenSetTo values: String...,
        because reason: String? = nil
    ) -> Flag {
        let (values, uses) = (FlagUse(declaration, values).values, partners.map { $0.use })
        return adding(FlagRule(kind: .excludes, values: values, partners: uses, reason: reason))
    }

    /// The same, with any value.
    package func excludes(_ partners: any FlagPartner..., because reason: String? = nil) -> Flag {
        excludes(partners, because: reason)
    }

    private func adding(_ rule: FlagRule) -> Flag {
        var flag = self
        flag.declaration.rules.append(rule)
        return flag
    }
}

extension Declaration {
    /// What help says of the rules, in sentences.
    var ruleText: String {
        func list(_ rules: [FlagRule]) -> String {
            spokenList(rules.flatMap { $0.partners.map(\.spelling) })
        }
        let needs = rules.filter { $0.kind == .needs }.map { "Needs \(list([$0]))." }
        let excludes = rules.filter { $0.kind == .excludes }
        let always = excludes.filter(\.values.isEmpty)
        let sometimes = excludes.filter { !$0.values.isEmpty }.map { rule in
            "With \(spokenList(rule.values)), not with \(list([rule]))."
        }
        return (needs + (always.isEmpty ? [] : ["Not with \(list(always))."]) + sometimes)
            .joined(separator: " ")
    }

    /// What the long help says below the summary.
    func details(in text: HelpText?) -> String {
        let term = isOption ? "--\(name)" : name
        let own = text?.topics.first { $0.heading == term }?.description ?? ""
        return [own, ruleText].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Command {
    /// The options that are never given together with another one.
    func excluded(by flag: Declaration) -> [Declaration] {
        func excludes(_ one: Declaration, _ other: Declaration) -> Bool {
            one.rules.contains { rule in
                rule.kind == .excludes && rule.values.isEmpty
                    && rule.partners.contains { $0.long == other.name && $0.values.isEmpty }
            }
        }
        return flags.filter { excludes(flag, $0) || excludes($0, flag) }
    }
}
