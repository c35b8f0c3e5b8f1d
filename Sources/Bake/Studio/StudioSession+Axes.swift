import Catalog
import Diagnostics
import FileStore

extension StudioSession {
    /// Adds a value to an axis, such as a mood of pets; an axis that is not there begins with it.
    ///
    /// A new axis has the value "normal", too, which is the default, and gets templates for the names
    /// of the pets' pictures.
    ///
    /// - Returns: how to name a picture for it.
    /// - Throws: the `Diagnostic` that says why the catalog cannot have it; nothing changed then.
    mutating func addAxisValue(
        _ value: String,
        to name: String,
        disk: any Disk
    ) throws -> String {
        guard let catalog = loaded?.catalog else { throw Diagnostic.badRequest }
        guard !["species", "asset", "animation"].contains(name) else {
            throw Diagnostic.refusal("names have <\(name)> already", "choose another")
        }
        for id in [name, value] {
            guard let trouble = troubleOfIdentifier(id) else { continue }
            throw Diagnostic.refusal("the id \"\(id)\" has \(trouble)", "choose another")
        }
        var editor = try JSONEditor(text, of: path)
        let axis = "/axes/\(JSONEditor.pointerPart(name))"
        var names = catalog.naming.species.map(\.text)
        if let known = catalog.axes.first(where: { $0.name == name }) {
            guard !known.ids.contains(value) else {
                throw Diagnostic.refusal("\(name) has the value \"\(value)\"", "choose another")
            }
            _ =
                editor.add(quotedJSON(value), at: "\(axis)/-")
                || editor.add(quotedJSON(value), at: "\(axis)/values/-")
        } else {
            let values = value == "normal" ? [value] : ["normal", value]
            _ = editor.set(jsonList(values), at: axis)
            if !names.contains(where: { $0.contains("<\(name)>") }) {
                names = names.map { "\($0)_<\(name)>" } + names
                _ = editor.set(jsonList(names), at: "/naming/species")
            }
        }
        try edit(editor.bytes, disk: disk)
        let pet = catalog.species.first?.id ?? "cat"
        let example = names.first { $0.contains("<\(name)>") }.map {
            $0.replacing("<species>", with: pet).replacing("<\(name)>", with: value)
        }
        return example.map { "Name its picture \($0.filter { !"<>".contains($0) }).png." } ?? ""
    }
}
