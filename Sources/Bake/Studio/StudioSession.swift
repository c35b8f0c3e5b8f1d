import Catalog
package import Diagnostics
package import FileStore

/// A catalog that is being edited: its text, the steps back, and what the file holds.
///
/// The file is written by `save` alone; until then `keepDraft` keeps the edits next to it.
package struct StudioSession: Sendable {
    /// The catalog's file.
    package let path: String
    package let disk: any Disk
    /// As edited.
    package private(set) var text: [UInt8]
    /// What the file held when it was last read or written here; nil if none exists yet.
    package private(set) var saved: [UInt8]?
    /// What another program wrote to the file while there were unsaved edits.
    package private(set) var conflict: [UInt8]?
    /// The catalog of `text`; of the last text that could be read while that one cannot.
    package private(set) var loaded: LoadedCatalog?
    /// What is wrong with the catalog of `text`.
    package private(set) var problems: [Diagnostic] = []
    /// Whether it began with unsaved edits of an earlier session, and has them.
    package private(set) var isTakenUp = false
    /// Whether it began where there was no file.
    package let isNew: Bool
    /// Counts everything that may change a picture.
    package private(set) var revision = 0

    private var earlier: [[UInt8]] = []
    private var later: [[UInt8]] = []
    /// The number of earlier texts when the file was read or written.
    private var savedDepth = 0
    /// What `keepDraft` wrote last, or what was taken up.
    private var draft: [UInt8]?

    /// How many steps back are kept.
    private static let depth = 500

    /// A folder without a catalog begins with one that has no pets yet.
    ///
    /// - Throws: `DiskError` if the file cannot be read; a catalog with errors is a session too.
    package init(_ path: String, disk: any Disk) throws(DiskError) {
        self.disk = disk
        let file = catalogFile(path, disk: disk)
        let folder = parentFolder(of: file)
        if lastPart(of: file) == "catalog.json", disk.linkStamp(file) == nil,
            disk.stamp(folder.isEmpty ? "." : folder)?.isFolder == true
        {
            self.path = file
            isNew = true
            let real = disk.realPath(folder.isEmpty ? "." : folder) ?? ""
            text = Array(Self.emptyCatalog(named: lastPart(of: real)).utf8)
        } else {
            self.path = try disk.existingCatalog(path)
            isNew = false
            text = try disk.read(self.path)
            saved = text
        }
        try load()
        if let draft = keptDraft { try takeUp(draft) }
    }

    /// The first pet that is added decides the canvas.
    private static func emptyCatalog(named name: String) -> String {
        """
        {
          "catalogVersion": 1,
          "name": "\(catalogName(name))",
          "canvas": { "width": 256, "height": 256 },
          "targets": [{ "id": "game", "kind": "atlas" }]
        }

        """
    }

    /// Whether anything was edited that the file does not have.
    package var hasEdits: Bool {
        unsavedCount > 0 && (saved != nil || !earlier.isEmpty)
    }
    package var canUndo: Bool { !earlier.isEmpty }
    package var canRedo: Bool { !later.isEmpty }

    /// The number of edits that the file does not have.
    package var unsavedCount: Int {
        text == saved ? 0 : max(1, abs(earlier.count - savedDepth))
    }

    /// The unsaved edits for people.
    package var diff: [String] { unifiedDiff(of: path, from: saved ?? [], to: text) }

    /// Makes `new` the text, as one step that can be undone.
    ///
    /// - Throws: the `Diagnostic` of an error that `text` does not have; nothing changed then.
    package mutating func edit(_ new: [UInt8]) throws {
        guard new != text else { return }
        var next = self
        next.text = new
        try next.load()
        if let error = next.newErrors(since: self).first { throw error }
        next.earlier = Array((earlier + [text]).suffix(Self.depth))
        next.savedDepth -= earlier.count + 1 - next.earlier.count
        next.later = []
        self = next
    }

    package mutating func undo() throws(DiskError) {
        guard let text = earlier.popLast() else { return }
        isTakenUp = false
        later.append(self.text)
        self.text = text
        try load()
    }

    package mutating func redo() throws(DiskError) {
        guard let text = later.popLast() else { return }
        earlier.append(self.text)
        self.text = text
        try load()
    }

    /// Writes the text to the file, unless that has changed since it was read: see `conflict`.
    package mutating func save() throws {
        if conflict == nil { try noticeFile() }
        guard conflict == nil else {
            throw Diagnostic.refusal(
                "\(path) was changed by another program",
                "reload it, or keep your edits"
            )
        }
        guard text != saved else { return }
        try disk.replace(text, at: path, over: saved.map { Digest(of: $0) })
        saved = text
        savedDepth = earlier.count
        isTakenUp = false
    }

    /// Reads the file and the names of the sources again, after something changed on disk.
    ///
    /// An unedited catalog becomes what the file holds; an edited one stays, see `conflict`.
    package mutating func noticeFile() throws(DiskError) {
        let bytes = saved == nil ? try disk.readIfThere(path) : try disk.read(path)
        if bytes == text || bytes == saved && bytes != conflict {
            conflict = nil
            if bytes == text { (saved, savedDepth) = (bytes, earlier.count) }
        } else if let bytes, !hasEdits {
            (text, saved, earlier, later, savedDepth) = (bytes, bytes, [], [], 0)
        } else {
            conflict = bytes
        }
        try load()
    }

    /// Takes what the file holds; the edits are one step back.
    package mutating func takeFile() throws(DiskError) {
        guard let bytes = conflict else { return }
        earlier.append(text)
        isTakenUp = false
        (text, saved, later, conflict, savedDepth) = (bytes, bytes, [], nil, earlier.count)
        try load()
    }

    /// Keeps the edits: saving will replace what the file holds.
    package mutating func keepEdits() {
        guard let bytes = conflict else { return }
        (saved, conflict) = (bytes, nil)
    }

    /// Where `keepDraft` keeps unsaved edits: hidden, next to the catalog.
    private var draftPath: String {
        joinPath(parentFolder(of: path), ".\(lastPart(of: path)).unsaved")
    }

    /// Nil without one; links are not followed.
    private var keptDraft: [UInt8]? {
        disk.kind(of: draftPath) == .file ? try? disk.read(draftPath) : nil
    }

    /// Keeps unsaved edits on disk, so that the next session on this file has them; without any, the
    /// kept ones are removed.
    ///
    /// What others wrote there stays.
    /// - Returns: whether unsaved edits are on disk.
    @discardableResult
    package mutating func keepDraft() -> Bool {
        let new = hasEdits ? Array("\(Self.mark(of: saved))\n".utf8) + text : nil
        let kept = keptDraft
        if kept == new {
            draft = new
            return new != nil
        }
        guard disk.kind(of: draftPath) == nil || kept != nil && kept == draft else { return false }
        do throws(DiskError) {
            if let new {
                try disk.replace(new, at: draftPath, over: kept.map { Digest(of: $0) })
            } else {
                try disk.remove(draftPath)
            }
        } catch { return false }
        draft = new
        return new != nil
    }

    /// Takes up the edits of a session that ended without saving, as one step that can be undone.
    private mutating func takeUp(_ draft: [UInt8]) throws(DiskError) {
        guard let end = draft.firstIndex(of: UInt8(ascii: "\n")) else { return }
        let edited = Array(draft[(end + 1)...])
        guard edited != text, edited != saved else { return }
        self.draft = draft
        earlier = [text]
        text = edited
        // The file is not what was edited then.
        if draft[..<end] != Array(Self.mark(of: saved).utf8)[...] { conflict = saved }
        isTakenUp = true
        try load()
    }

    private static func mark(of saved: [UInt8]?) -> String {
        saved.map { Digest(of: $0).text } ?? "new"
    }

    private mutating func load() throws(DiskError) {
        let read = try LoadedCatalog.load(path, text: text, isDrawn: true, disk: disk)
        problems = read.diagnostics
        loaded = read.loaded ?? loaded
        revision += 1
    }

    /// Errors about the catalog's text that an earlier session does not have.
    private func newErrors(since old: StudioSession) -> [Diagnostic] {
        let known = Set(old.problems.map(\.message))
        return problems.filter {
            $0.severity == .error && $0.location?.path == path && !known.contains($0.message)
        }
    }
}

extension StudioSession {
    /// Adds a value to an axis, such as a mood of pets; an axis that is not there begins with it.
    ///
    /// A new axis has the value "normal", too, which is the default, and gets templates for the names
    /// of the pets' pictures.
    ///
    /// - Returns: how to name a picture for it.
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
