import Diagnostics

extension Schema {
    /// TypeScript interfaces for the root object and each object it uses, by name.
    func typeScript(root: String) -> String {
        guard case .object(var object) = self else {
            preconditionFailure("the root must be an object")
        }
        object.definition = root
        var interfaces: [String: String] = [:]
        object.declare(in: &interfaces)
        let first = interfaces.removeValue(forKey: root) ?? ""
        return ([first] + interfaces.sorted { $0.key < $1.key }.map(\.value))
            .joined(separator: "\n")
    }

    /// The type of a value; what it uses is declared in `interfaces`.
    fileprivate func type(_ interfaces: inout [String: String]) -> String {
        switch self {
        case .plain(let keywords): return plainType(Dictionary(uniqueKeysWithValues: keywords))
        case .list(let element, let minimum, let maximum):
            let type = element.type(&interfaces)
            // Short arrays of a fixed length, such as ranges, are tuples.
            if minimum == maximum, minimum < 5 {
                return "[\(Array(repeating: type, count: minimum).joined(separator: ", "))]"
            }
            return type.contains(" ") ? "(\(type))[]" : "\(type)[]"
        case .tuple(let elements):
            let types = elements.map { $0.type(&interfaces) }
            return "[\(types.joined(separator: ", "))]"
        case .map(let names, let value):
            let type = value.type(&interfaces)
            let name = names.type(&interfaces)
            return name == "string"
                ? "Record<string, \(type)>" : "Partial<Record<\(name), \(type)>>"
        case .either(let schemas):
            return schemas.map { $0.type(&interfaces) }.joined(separator: " | ")
        case .object(let object):
            object.declare(in: &interfaces)
            return object.interfaceName
        }
    }

    private func plainType(_ keywords: [String: JSONOutput]) -> String {
        if let constant = keywords["const"] { return constant.compact }
        if case .array(let values) = keywords["enum"] {
            return values.map(\.compact).joined(separator: " | ")
        }
        return switch keywords["type"] {
        case .string("boolean"): "boolean"
        case .string("integer"), .string("number"): "number"
        case .string("string"): "string"
        case .string("object"): "Record<string, unknown>"
        default: "unknown"
        }
    }
}

extension Schema.ObjectSchema {
    fileprivate var interfaceName: String {
        definition.prefix(1).uppercased() + definition.dropFirst()
    }

    fileprivate func declare(in interfaces: inout [String: String]) {
        guard interfaces[interfaceName] == nil else { return }
        // Taken before the members are walked, for objects that contain themselves.
        interfaces[interfaceName] = ""
        var text = "/** \(about) */\nexport interface \(interfaceName) {\n"
        for member in members {
            let type = member.schema.type(&interfaces)
            text += "  /** \(member.about) */\n"
            text += "  \(member.name)\(member.isRequired ? "" : "?"): \(type);\n"
        }
        interfaces[interfaceName] = text + "}\n"
    }
}
