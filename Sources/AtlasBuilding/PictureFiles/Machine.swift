import CSystem
import Diagnostics
import FileStore

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

    /// The default memory for images: half of the available memory, within the process's limits.
    package static let memoryForPictures: Int = {
        let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        let disk = RealDisk()
        func text(_ path: String) -> String? {
            guard disk.stamp(path) != nil, let bytes = try? disk.read(path) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        return min(availableMemory(physical: physical, text: text) / 2, memoryWithinLimits(text))
    }()

    /// The bytes that `ulimit -v` and `ulimit -d` leave besides the memory already mapped (Linux);
    /// the maximum integer without limits.
    ///
    /// `text` returns the contents of a file, nil if missing.
    package static func memoryWithinLimits(_ text: (_ path: String) -> String?) -> Int {
        let (limits, mapped) = (text("/proc/self/limits") ?? "", text("/proc/self/status") ?? "")
        var least = Int.max
        for (limit, use) in [("Max address space", "VmSize:"), ("Max data size", "VmData:")] {
            // "unlimited" is not a number.
            guard let most = number(limit, in: limits) else { continue }
            least = min(least, max(0, most - (number(use, in: mapped) ?? 0) * 1024))
        }
        return least
    }

    /// The machine's memory in bytes, or the smallest limit of a control group of the process
    /// (Linux).
    ///
    /// Supports version 1 and 2 of control groups, and counts all parent groups. A container may
    /// see only its own group, as the root. `text` returns the contents of a file, nil if missing.
    package static func availableMemory(physical: Int, text: (_ path: String) -> String?) -> Int {
        var least = physical
        for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let fields = line.split(
                separator: ":",
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            guard fields.count == 3 else { continue }
            let place: (folder: String, file: String)
            if fields[1].isEmpty {
                place = ("/sys/fs/cgroup", "memory.max")
            } else if fields[1].split(separator: ",").contains("memory") {
                place = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            } else {
                continue
            }
            var group = String(fields[2])
            while true {
                let parts = group.split(separator: "/")
                let folder = place.folder + parts.map { "/" + $0 }.joined()
                // "max" means no limit.
                if let limit = text(folder + "/" + place.file).flatMap({ Int($0.trimmed) }) {
                    least = min(least, max(0, limit))
                }
                if parts.isEmpty { break }
                group = parts.dropLast().joined(separator: "/")
            }
        }
        return least
    }
}

/// The number after a name at the beginning of a line.
private func number(_ name: String, in text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first.flatMap {
        Int($0)
    }
}
