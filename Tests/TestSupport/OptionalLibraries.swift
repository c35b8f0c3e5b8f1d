internal import Foundation

/// Whether this build has a library that it may do without: `webp`, `gif`, `lcms` or `curl`.
package func hasLibrary(_ name: String) -> Bool {
    let without = ProcessInfo.processInfo.environment["KILN_WITHOUT"] ?? ""
    return !without.lowercased().split { " ,".contains($0) }.contains(name[...])
}
