package import Diagnostics
package import FileStore

extension ByteWriter {
    package mutating func put(_ diagnostic: Diagnostic) {
        put(diagnostic.id)
        put(diagnostic.severity.rawValue)
        put(diagnostic.location) { $0.put($1) }
        put(diagnostic.message)
        put(diagnostic.help) { $0.put($1) }
        put(diagnostic.related) { $0.put($1) }
        put(diagnostic.others)
        put(diagnostic.consequences)
    }

    private mutating func put(_ location: SourceLocation) {
        put(location.path)
        put(location.position) {
            $0.put($1.line)
            $0.put($1.column)
        }
        put(location.excerpt) { out, excerpt in
            out.put(excerpt.text)
            out.put(excerpt.markStart)
            out.put(excerpt.markLength)
        }
    }
}

extension ByteReader {
    /// A finding.
    ///
    /// - Parameter check: the check with an id; nil when there is none.
    /// - Returns: what was written.
    /// - Throws: `Damage` when no finding of a known check was.
    package mutating func diagnostic(
        _ check: (String) -> Check?
    ) throws(Damage) -> Diagnostic {
        guard let check = check(try string()) else { throw Damage() }
        guard let severity = Severity(rawValue: try string()) else { throw Damage() }
        var diagnostic = Diagnostic(
            check,
            severity: severity,
            at: try optional { (reader) throws(Damage) in try reader.location() },
            message: try string(),
            help: try optional { (reader) throws(Damage) in try reader.string() },
            related: try array { (reader) throws(Damage) in try reader.location() }
        )
        diagnostic.others = try int(in: 0...1 << 40)
        diagnostic.consequences = try int(in: 0...1 << 40)
        return diagnostic
    }

    private mutating func location() throws(Damage) -> SourceLocation {
        SourceLocation(
            path: try string(),
            position: try optional { (reader) throws(Damage) in
                SourceLocation.Position(
                    line: try reader.int(in: 0...1 << 40),
                    column: try reader.int(in: 0...1 << 40)
                )
            },
            excerpt: try optional { (reader) throws(Damage) in
                SourceLocation.Excerpt(
                    text: try reader.string(),
                    markStart: try reader.int(in: 0...1 << 40),
                    markLength: try reader.int(in: 0...1 << 40)
                )
            }
        )
    }
}
