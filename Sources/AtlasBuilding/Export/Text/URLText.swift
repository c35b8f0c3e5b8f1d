import Diagnostics
import FileStore

/// A relative path as a URL reference (RFC 3986), with special and non-ASCII characters escaped; a
/// colon would end a scheme.
func urlReference(toPath path: String) -> String {
    percentEncoded(path.utf8, keeping: "-._~/@!$&()*+,;=")
}

/// The path of a URL reference; invalid escapes stay.
func path(ofURLReference url: String) -> String {
    percentDecoded(url, keepsBroken: true) ?? url
}
