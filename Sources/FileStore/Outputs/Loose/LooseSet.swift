package import Diagnostics

/// Files that one run makes together, under names that follow from one.
///
/// The next run that makes a set of the same name in the same folder takes its place: what that one
/// does not make any more is no output. Runs under other names leave it alone.
package struct LooseSet: Hashable, Sendable {
    package enum Command: String, CaseIterable, Sendable {
        /// Pages and descriptors, which are not packed again: what other commands made is as good
        /// as any picture.
        case pack
        case slice
        /// Pictures of what differs; a folder has one such set, whose name is empty.
        case diff
    }

    package var command: Command
    /// What the names of its files begin with.
    package var name: String

    package init(_ command: Command, _ name: String) {
        self.command = command
        self.name = name
    }

    /// Whether a run of the command makes files of that name; anybody may write a record.
    func mayHold(_ path: String) -> Bool {
        guard path.utf8.starts(with: name.utf8) else { return false }
        let rest = path.utf8.dropFirst(name.utf8.count)
        func ends(in ending: String) -> Bool {
            rest.suffix(ending.utf8.count).elementsEqual(ending.utf8)
        }
        switch command {
        case .pack:
            return rest.first.map("-.@".utf8.contains) == true
                && Self.packedEndings.contains(where: ends)
        case .slice:
            let number = rest.dropFirst().dropLast(".png".utf8.count)
            return rest.first == UInt8(ascii: "-") && ends(in: ".png") && !number.isEmpty
                && number.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        case .diff: return rest.contains(UInt8(ascii: "/")) && ends(in: ".png")
        }
    }

    /// How pages and descriptors of all formats end.
    private static let packedEndings = [
        ".png", ".rgba4444", ".rgb565", ".json", ".atlas", ".plist", ".tpsheet", ".tres", ".xml",
        ".css",
    ]
}

/// What became of earlier outputs that a run does not make any more; paths as the user may open them.
package struct StaleOutputs: Hashable, Sendable {
    package var removed: [String] = []
    /// They were changed since Kiln wrote them.
    package var left: [String] = []

    package init() {}
}

extension StaleOutputs {
    /// One for each file that stays although it is no output any more.
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
