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

package enum Machine {
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The path in an environment variable, as raw bytes; nil if unset or empty.
    package static func path(_ variable: String) -> String? {
        guard let value = unsafe getenv(variable) else { return nil }
        let text = unsafe pathText(cString: value)
        return text.isEmpty ? nil : text
    }

    package static var cores: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    /// Tunes the process for image processing; call once at startup.
    package static func prepare() {
        kiln_keep_freed_memory()
        // Measured before there are threads, whose stacks would count.
        _ = memoryForPictures
    }
}
