package import Diagnostics

/// Files that one run makes together, with names derived from the set's name.
///
/// The next run with a set of the same name in the same folder replaces it, and removes files that
/// it no longer makes. Sets with other names stay.
package struct LooseSet: Hashable, Sendable {
    package enum Command: String, CaseIterable, Sendable {
        /// Pages and descriptors, which are not packed again; outputs of other commands are
        /// ordinary images.
        case pack
        case slice
        /// Images of differences; a folder has one such set, with an empty name.
        case diff
    }

    package var command: Command
    /// The prefix of its files' names.
    package var name: String

    package init(_ command: Command, _ name: String) {
        self.command = command
        self.name = name
    }

    /// Whether the command writes files of that name; records may be edited.
    func mayHold(_ path: String) -> Bool {
        guard path.utf8.starts(with: name.utf8) else { return false }
        let rest = path.utf8.dropFirst(name.utf8.count)
        func ends(in ending: String) -> Bool {
            rest.suffix(ending.utf8.count).elementsEqual(ending.utf8)
        }
        switch command {
        case .pack:
            // Descriptors of templates have any ending.
            let isDescriptor = rest.first != UInt8(ascii: "-") && !rest.contains(UInt8(ascii: "/"))
            return rest.first.map("-.@".utf8.contains) == true
                && (isDescriptor || Self.packedEndings.contains(where: ends))
        case .slice:
            let number = rest.dropFirst().dropLast(".png".utf8.count)
            return rest.first == UInt8(ascii: "-") && ends(in: ".png") && !number.isEmpty
                && number.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        case .diff: return rest.contains(UInt8(ascii: "/")) && ends(in: ".png")
        }
    }

    private static let packedEndings = [
        ".png", ".webp", ".avif", ".ktx2", ".rgba4444", ".rgb565", ".json", ".atlas", ".plist",
        ".tpsheet", ".tres", ".xml", ".css",
    ]
}

/// Earlier outputs that a run no longer makes.
package struct StaleOutputs: Hashable, Sendable {
    package var removed: [String] = []
    /// Kept because they were modified since Kiln wrote them.
    package var left: [String] = []

    package init() {}

    package var findings: [Diagnostic] {
        left.map { path in
            Diagnostic(
                .warning,
                about: path,
                "stale output kept: it was modified since Kiln wrote it"
            )
        }
    }
}

extension StaleOutputs: Encodable {
    /// As the list of what was removed.
    package func encode(to encoder: any Encoder) throws { try removed.encode(to: encoder) }
}
