import Diagnostics

/// Whether a member is required.
enum Need: Sendable {
    case optional
    /// Missing is an error; the model then keeps its default.
    case required
    /// Missing or invalid is an error, and the object is dropped: nothing can refer to it.
    case identity
}

/// A JSON Schema (draft 2020-12).
indirect enum Schema: Sendable {
    struct ObjectSchema: Sendable {
        struct Member: Sendable {
            var name: String
            /// Sentences for schemas and help.
            var about = ""
            var need = Need.optional
            var standard: JSONOutput?
            var schema: Schema
        }

        var definition: String
        var about: String
        var members: [Member]
        /// Mutually exclusive pairs.
        var exclusive: [(String, String)] = []
    }

    case plain([(String, JSONOutput)])
    case list(Schema, minimum: Int, maximum: Int?)
    /// An array with one schema per element.
    case tuple([Schema])
    case map(names: Schema, Schema)
    case either([Schema])
    case object(ObjectSchema)

    /// The whole document: the root object, and a definition for each object it uses.
    func document(title: String) -> JSONOutput {
        guard case .object(let root) = self else {
            preconditionFailure("the root must be an object")
        }
        var definitions: [(String, JSONOutput)] = []
        let body = root.body(&definitions)
        definitions.sort { $0.0 < $1.0 }
        return .object(
            [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("title", .string(title)),
            ] + body + [("$defs", .object(definitions))]
        )
    }

    /// The keywords of this schema; objects are added to `definitions` and referenced.
    fileprivate func keywords(_ definitions: inout [(String, JSONOutput)]) -> [(String, JSONOutput)]
    {
        switch self {
        case .plain(let keywords): return keywords
        case .list(let element, let minimum, let maximum):
            var keywords: [(String, JSONOutput)] = [
                ("type", "array"), ("items", .object(element.keywords(&definitions))),
            ]
            if minimum > 0 { keywords.append(("minItems", .integer(minimum))) }
            if let maximum { keywords.append(("maxItems", .integer(maximum))) }
            return keywords
        case .tuple(let elements):
            return [
                ("type", "array"),
                ("prefixItems", .array(elements.map { .object($0.keywords(&definitions)) })),
                ("minItems", .integer(elements.count)), ("maxItems", .integer(elements.count)),
            ]
        case .map(let names, let element):
            return [
                ("type", "object"), ("propertyNames", .object(names.keywords(&definitions))),
                ("additionalProperties", .object(element.keywords(&definitions))),
            ]
        case .either(let schemas):
            return [("anyOf", .array(schemas.map { .object($0.keywords(&definitions)) }))]
        case .object(let object):
            if !definitions.contains(where: { $0.0 == object.definition }) {
                // Reserved before the members, for recursive objects.
                let index = definitions.count
                definitions.append((object.definition, .null))
                definitions[index].1 = .object(object.body(&definitions))
            }
            return [("$ref", .string("#/$defs/\(object.definition)"))]
        }
    }

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
    fileprivate func body(_ definitions: inout [(String, JSONOutput)]) -> [(String, JSONOutput)] {
        var properties: [(String, JSONOutput)] = []
        for member in members {
            var keywords: [(String, JSONOutput)] = [("description", .string(member.about))]
            keywords += member.schema.keywords(&definitions)
            if let standard = member.standard { keywords.append(("default", standard)) }
            properties.append((member.name, .object(keywords)))
        }
        var body: [(String, JSONOutput)] = [
            ("description", .string(about)), ("type", "object"),
            ("properties", .object(properties)),
        ]
        let required = members.filter { $0.need != .optional }.map { JSONOutput.string($0.name) }
        if !required.isEmpty { body.append(("required", .array(required))) }
        body.append(("additionalProperties", false))
        if !exclusive.isEmpty {
            let pairs: [JSONOutput] = exclusive.map { one, other in
                ["not": ["required": [.string(one), .string(other)]]]
            }
            body.append(("allOf", .array(pairs)))
        }
        return body
    }

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
