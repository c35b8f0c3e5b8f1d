import CSystem
import Diagnostics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The machine that Kiln runs on.
package enum Machine {
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// A path that an environment variable holds, whatever its bytes; nil when it has none.
    package static func path(_ variable: String) -> String? {
        guard let value = unsafe getenv(variable) else { return nil }
        let text = unsafe pathText(cString: value)
        return text.isEmpty ? nil : text
    }

    /// How many things it can do at once; at least 1.
    package static var cores: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    /// Tunes the process for work on pictures; a program calls it once, before anything else.
    package static func prepare() {
        kiln_keep_freed_memory()
        // Measured before there are threads, whose stacks would count.
        _ = memoryForPictures
    }
}
