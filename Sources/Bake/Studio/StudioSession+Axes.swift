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
    mutating func addAxisValue(_ value: String, to name: String) throws -> String {
        guard let catalog = loaded?.catalog else { throw Diagnostic.badRequest }
        guard !["species", "asset", "animation"].contains(name) else {
            throw Diagnostic.refusal(
                "\"\(name)\" is a placeholder of file names already",
                "choose another name"
            )
        }
        for id in [name, value] {
            guard let trouble = troubleOfIdentifier(id) else { continue }
            throw Diagnostic.refusal(
                id.isEmpty ? "the name is empty" : "the name \"\(id)\" has \(trouble)",
                "choose another name"
            )
        }
        var editor = try JSONEditor(text, of: path)
        let axis = "/axes/\(JSONEditor.pointerPart(name))"
        if let known = catalog.axes.first(where: { $0.name == name }) {
            guard !known.ids.contains(value) else {
                throw Diagnostic.refusal(
                    "\"\(name)\" already has the value \"\(value)\"",
                    "choose another name"
                )
            }
            // Without a template for pictures of all values, it shows the default until it has art.
            let fallback = jsonList([known.defaultValue].compactMap(\.self))
            let values = [
                quotedJSON(value), "{ \"id\": \(quotedJSON(value)), \"fallback\": \(fallback) }",
            ]
            let added = try values.map { value in
                var editor = editor
                // An axis is an object with values, or their list.
                guard
                    editor.add(value, at: "\(axis)/values/-") || editor.add(value, at: "\(axis)/-")
                else {
                    throw Diagnostic.refusal("\(axis) has no list of values", "edit it by hand")
                }
                return editor
            }
            var session = self
            editor = (try? session.edit(added[0].bytes)) == nil ? added[1] : added[0]
        } else {
            let values = value == "normal" ? [value] : ["normal", value]
            guard editor.set(jsonList(values), at: axis) else { throw Diagnostic.badRequest }
        }
        var names = catalog.naming.species.map(\.text)
        if !names.contains(where: { $0.contains("<\(name)>") }) {
            names = names.map { "\($0)_<\(name)>" } + names
            guard names.count <= 64, editor.set(jsonList(names), at: "/naming/species") else {
                throw Diagnostic.refusal(
                    "the pets' pictures have too many templates for another axis",
                    "add it by hand, with fewer templates in \"naming\""
                )
            }
        }
        try edit(editor.bytes)
        let pet = catalog.species.first?.id ?? "cat"
        // The one with the fewest other values.
        let template = names.filter { $0.contains("<\(name)>") }
            .min { $0.count { $0 == "<" } < $1.count { $0 == "<" } }
        let file = template?.replacing("<species>", with: pet).replacing("<\(name)>", with: value)
        return file.map { "Name its picture \($0).png." } ?? ""
    }
}
