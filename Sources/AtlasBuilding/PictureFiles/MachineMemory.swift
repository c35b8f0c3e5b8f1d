import FileStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Machine {
    /// How much memory pictures may take when nobody says: half of what there is for the process, and no more
    /// than its own limits leave.
    package static let memoryForPictures: Int = {
        let physical = Int(clamping: ProcessInfo.processInfo.physicalMemory)
        let disk = RealDisk()
        func text(_ path: String) -> String? {
            guard disk.stamp(path) != nil, let bytes = try? disk.read(path) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        return min(availableMemory(physical: physical, text: text) / 2, memoryWithinLimits(text))
    }()

    /// What `ulimit -v` and `ulimit -d` leave beside what the process has mapped already (Linux).
    ///
    /// - Parameter text: the contents of a file, nil when there is none.
    /// - Returns: how many bytes; without limits the greatest number.
    package static func memoryWithinLimits(_ text: (_ path: String) -> String?) -> Int {
        let (limits, mapped) = (text("/proc/self/limits") ?? "", text("/proc/self/status") ?? "")
        var least = Int.max
        for (limit, use) in [("Max address space", "VmSize:"), ("Max data size", "VmData:")] {
            // "unlimited" is no number.
            guard let most = number(limit, in: limits) else { continue }
            least = min(least, max(0, most - (number(use, in: mapped) ?? 0) * 1024))
        }
        return least
    }

    /// The machine's memory, or the least that a control group of the process allows (Linux).
    ///
    /// Asks for version 1 and 2 of control groups, and for every group around the process's: each of
    /// them counts. A container may see its own group as the root; then only that is there.
    ///
    /// - Parameters:
    ///   - physical: of the machine.
    ///   - text: the contents of a file, nil when there is none.
    /// - Returns: how many bytes.
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
                // "max" stands for no limit.
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

/// The number behind a name at the beginning of a line.
private func number(_ name: String, in text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first.flatMap {
        Int($0)
    }
}

extension String {
    fileprivate var trimmed: Substring { self[...].prefix { !$0.isWhitespace } }
}
