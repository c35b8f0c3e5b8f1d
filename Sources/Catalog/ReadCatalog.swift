public import Diagnostics

/// Reads a catalog from its bytes.
///
/// All problems are reported, in the order of the text. The catalog is nil when the text is no
/// JSON object; otherwise it holds everything that could be read, so that further checks can
/// speak. It must not be baked when `diagnostics.hasErrors`.
///
/// - Parameters:
///   - bytes: the file's contents.
///   - path: the file's name for messages.
///   - files: gives files beside the catalog that it names, such as one with names of colors.
/// - Returns: the catalog and what is wrong with it.
public func readCatalog(
    _ bytes: [UInt8],
    path: String,
    files: CatalogFiles = noFiles
) -> (catalog: Catalog?, diagnostics: [Diagnostic]) {
    let text = SourceText(path: path, bytes: bytes)
    var parser = JSONParser(text)
    guard let root = parser.parse() else { return (nil, parser.diagnostics) }
    var reader = CatalogReader(text: text)
    reader.readColors(of: root, files)
    var catalog = Shape<Catalog>.object.read(root, "the file", &reader)
    catalog?.expandLooks(&reader)
    return (catalog, parser.diagnostics + reader.found.diagnostics)
}

/// For catalogs that stand by themselves.
public func noFiles(_: String, _: Bool) throws(CatalogFileTrouble) -> [UInt8] {
    throw CatalogFileTrouble(reason: "there are no files beside this catalog")
}

/// The catalog's JSON Schema (draft 2020-12), with a line feed at its end.
public func catalogSchema() -> String {
    Catalog.members.schema.document(title: "Kiln catalog").indented + "\n"
}
