internal import CMachine

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The machine that Kiln runs on.
public enum Machine {
    public static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// How many things it can do at once; at least 1.
    public static var cores: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

    /// Tunes the process for work on pictures; a program calls it once, before anything else.
    public static func prepare() { kiln_keep_freed_memory() }
}
