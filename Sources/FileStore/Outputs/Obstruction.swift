import Diagnostics

/// A file in the place of an output that Kiln must not replace.
package struct Obstacle: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// No run of Kiln recorded it.
        case foreign
        /// It was modified since Kiln wrote it.
        case changed
        /// Only a copy of the folder's record, or one of an earlier version, names it.
        case copiedRecord
        /// It has the name of the folder's record but is not one; with the reason.
        case foreignRecord(String)
        case input
        /// It is in a folder of source images.
        case sources(String)
        /// It is in a cache, which may be removed at any time.
        case cache(String)
        /// It would be in the folder of a bake's outputs.
        case bake(String)
        case folder
        case link
        case file
        case special
    }

    /// As the user may open it.
    package var path: String
    package var kind: Kind

    package init(_ path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// Whether the path is invalid for outputs, whatever is there.
    fileprivate var isMisplaced: Bool {
        switch kind {
        case .input, .sources, .cache, .bake: true
        case .foreign, .changed, .copiedRecord, .foreignRecord, .folder, .link, .file, .special:
            false
        }
    }

    /// Whether the user may force its replacement; never for inputs, links and folders.
    package var yieldsToForce: Bool {
        switch kind {
        case .foreign, .changed, .copiedRecord, .foreignRecord: true
        case .input, .sources, .cache, .bake, .folder, .link, .file, .special: false
        }
    }
}

extension Obstacle {
    /// The text after its path.
    package var reason: String {
        switch kind {
        case .foreign: "Kiln did not write this file"
        case .changed: "changed since Kiln wrote it"
        case .copiedRecord:
            "perhaps not written by Kiln: its record (.kiln-files) is a copy, or of an earlier version"
        case .foreignRecord(let reason): reason
        case .input: "this file is an input"
        case .sources(let folder): "an output would be among the sources in \(folder)"
        case .cache(let folder):
            "an output would be in the cache \(folder), which may be removed at any time"
        case .bake(let folder): "this place belongs to the outputs of the bake in \(folder)"
        case .folder: "a folder is where a file has to go"
        case .link: "a link, which Kiln does not write through"
        case .file: "a file is where a folder has to go"
        case .special: "not a regular file"
        }
    }
}

/// What the outputs of a command may replace.
package struct ReplacementRules: Sendable {
    /// Whether to replace obstacles of any origin.
    package var isForced = false
    /// Called with the obstacles that a forced run will replace.
    package var willReplace: @Sendable ([Obstacle]) -> Void = { _ in }
    /// The outputs of the run, shared by copies of the rules.
    let claims = OutputClaims()

    package init() {}

    /// Throws the obstacles that must stay.
    func check(_ obstacles: [Obstacle]) throws(Obstruction) {
        let stubborn = obstacles.filter { !isForced || !$0.yieldsToForce }
        guard stubborn.isEmpty else { throw Obstruction(stubborn) }
    }
}

/// Outputs were not written because of obstacles.
package struct Obstruction: Error, Hashable, Sendable {
    /// Distinct, sorted by path, never empty.
    package var obstacles: [Obstacle]

    package init(_ obstacles: [Obstacle]) {
        self.obstacles = Set(obstacles).sorted { $0.path < $1.path }
    }
}

extension Obstruction: CustomStringConvertible {
    private static var mostShown: Int { 20 }

    package var description: String {
        let count = obstacles.count
        var lines = [
            "error: nothing was written, because \(count == 1 ? "one file is" : "\(count) files are")"
                + " in the way"
        ]
        lines += obstacles.prefix(Self.mostShown).map {
            printable("  \($0.path): \($0.reason)")
        }
        if count > Self.mostShown { lines.append("  and \(count - Self.mostShown) more") }
        let canForce = obstacles.allSatisfy(\.yieldsToForce)
        lines.append(
            obstacles.allSatisfy(\.isMisplaced)
                ? "  help: name another place"
                : "  help: name another place with -o, or move what is in the way"
                    + (canForce ? "; --force replaces it" : "")
        )
        return lines.joined(separator: "\n")
    }
}
