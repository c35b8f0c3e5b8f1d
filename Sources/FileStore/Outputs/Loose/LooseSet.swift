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

    /// Whether a run could make a file of that path; anybody may write a record.
    func mayHold(_ path: String) -> Bool {
        path.hasPrefix(name) && (command != .diff || path.hasSuffix(".png"))
    }
}

/// What became of earlier outputs that a run does not make any more; paths as the user may open them.
package struct StaleOutputs: Hashable, Sendable {
    package var removed: [String] = []
    /// They were changed since Kiln wrote them.
    package var left: [String] = []

    package init() {}
}
