import Diagnostics

/// What other tools and everyday English call a member or a value here, in lower case.
private let otherNames: [String: [String]] = [
    "bilinear": ["area"],
    "cols": ["columns"],
    "dither": ["dithering"],
    "encoding": ["encode"],
    "fill": ["stretch"],
    "foreach": ["each"],
    "h": ["height"],
    "ignore": ["off"],
    "info": ["note"],
    "iphone": ["ios"],
    "level": ["severity"],
    "maximum": ["max"],
    "maxsize": ["maxPageSize"],
    "outfit": ["replaceSprite", "base"],
    "point": ["nearest"],
    "repeat": ["loop"],
    "rotate": ["rotation"],
    "texturepacker": ["texturepacker-hash"],
    "type": ["kind", "equipStyle"],
    "w": ["width"],
    "warn": ["warning"],
]

/// The known word that another name stands for, or that is misspelled.
func meantWord(by word: String, among known: [String]) -> String? {
    otherName(word, of: known) ?? nearestMatch(to: word, in: known)
}

/// The known word that another name stands for.
func otherName(_ word: String, of known: [String]) -> String? {
    otherNames[word.lowercased()]?.first(where: known.contains)
}

extension Schema {
    private static let catalog = Catalog.members.schema

    /// Where a member belongs that an object with other members does not have, as one clause.
    ///
    /// Nil if no object or several kinds of objects have a member of that name.
    static func home(of name: String, outside members: [Schema.ObjectSchema.Member]) -> String? {
        // Short names such as "x" may be anything.
        guard name.count > 2 else { return nil }
        for member in members {
            guard let object = member.schema.objects.first(where: { $0.has(name) }) else {
                continue
            }
            return member.schema.isObject
                ? "\"\(name)\" belongs in \"\(member.name)\""
                : "\"\(name)\" belongs to \(object.about) under \"\(member.name)\""
        }
        guard case .object(let root) = catalog else { return nil }
        let homes = root.objects(with: name)
        guard let home = homes.first, homes.allSatisfy({ $0.about == home.about }) else {
            return nil
        }
        return home.path.map { "\"\(name)\" belongs to \(home.about) under \"\($0)\"" }
            ?? "\"\(name)\" belongs at the top level of the catalog"
    }

    /// Whether any object of the catalog has a member of that name.
    static func reads(_ name: String) -> Bool {
        guard name.count > 2, case .object(let root) = catalog else { return false }
        return !root.objects(with: name).isEmpty
    }

    private var isObject: Bool {
        switch self {
        case .object: true
        case .either(let schemas): schemas.contains(where: \.isObject)
        case .plain, .list, .tuple, .map: false
        }
    }

    /// The objects that a value of this kind may be or hold without members between.
    fileprivate var objects: [ObjectSchema] {
        switch self {
        case .plain: []
        case .list(let element, _, _), .map(_, let element): element.objects
        case .tuple(let schemas), .either(let schemas): schemas.flatMap(\.objects)
        case .object(let object): [object]
        }
    }
}

extension Schema.ObjectSchema {
    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    /// The kinds of objects with a member of that name, the outermost first, and the catalog's
    /// member that holds them.
    fileprivate func objects(with name: String) -> [(about: String, path: String?)] {
        var found: [(about: String, path: String?)] = []
        var seen: Set<String> = []
        var level: [(object: Self, path: String?)] = [(self, nil)]
        while !level.isEmpty {
            level = level.filter { seen.insert($0.object.definition).inserted }
            found += level.filter { $0.object.has(name) }.map { ($0.object.about, $0.path) }
            level = level.flatMap { object, path in
                object.members.flatMap { member in
                    member.schema.objects.map { ($0, path ?? member.name) }
                }
            }
        }
        return found
    }
}
