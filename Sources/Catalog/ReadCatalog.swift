public import Diagnostics

/// Reads a catalog from its bytes, and reports all problems in the order of the text.
///
/// Nil unless the text is a JSON object; otherwise the catalog has everything that could be read,
/// for further checks. It must not be baked if `diagnostics.hasErrors`. `files` reads files that
/// the catalog names, such as one with named colors.
public func readCatalog(
    _ bytes: [UInt8],
    path: String,
    files: @escaping CatalogFiles = noFiles
) -> (catalog: Catalog?, diagnostics: [Diagnostic]) {
    let text = SourceText(path: path, bytes: bytes)
    var parser = JSONParser(text)
    guard let root = parser.parse() else { return (nil, parser.diagnostics) }
    var followsLinks = false
    if case .bool(true)? = root.member("followLinks")?.value { followsLinks = true }
    var reader = CatalogReader(text: text) { [followsLinks] path throws(CatalogFileTrouble) in
        try files(path, followsLinks)
    }
    reader.readColors(of: root)
    if case .object(let axes)? = root.member("axes")?.value { reader.axes = Set(axes.map(\.name)) }
    var catalog = Shape<Catalog>.object.read(root, "the file", &reader)
    catalog?.expandLooks(&reader)
    catalog?.mentions = reader.mentions
    return (catalog, parser.diagnostics + reader.found.diagnostics)
}

/// Reads the object of one rule of `sheets`.
package func readSheetRule(
    _ bytes: [UInt8]
) -> (rule: Overrides<SheetSettings>?, diagnostics: [Diagnostic]) {
    let text = SourceText(path: "", bytes: bytes)
    var parser = JSONParser(text)
    guard let root = parser.parse() else { return (nil, parser.diagnostics) }
    var reader = CatalogReader(text: text)
    let rule = Shape.rule.read(root, "the rule", &reader)
    return (rule, parser.diagnostics + reader.found.diagnostics)
}

public func noFiles(_: String, _: Bool) throws(CatalogFileTrouble) -> [UInt8] {
    throw CatalogFileTrouble(reason: "there are no files next to this catalog")
}

/// The catalog's JSON Schema (draft 2020-12), ending in a line feed.
public func catalogSchema() -> String {
    Catalog.members.schema.document(title: "Kiln catalog").indented + "\n"
}
