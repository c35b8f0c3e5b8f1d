import Diagnostics
import FileStore
import Foundation
import Raster
import TestSupport
import Testing

/// One thing done wrong, and what has to be said of it.
///
/// Written as a paragraph:
///
///     a letter twice                    what happened
///     - "id": "dog"                     a text of the catalog
///     + "id": "dogg"                    and what stands there instead
///     ! unresolved-species              the one finding
///     @ catalog.json "dogg"             where; the lines that were changed unless said
///     ? dog                             what the help or the message has to name; all the words that
///                                       were replaced unless said
///
/// In place of `-` and `+` stands what happens to a file: `mv OLD NEW`, `rm FILE`, `text FILE WORDS`,
/// `draw FILE PICTURE`.
struct Mistake: Sendable, CustomStringConvertible {
    var title = ""
    var old: String?
    var new = ""
    var files: [[String]] = []
    var check = ""
    var place: String?
    var words: [String] = []
    var description: String { title }

    /// The paragraphs of a text.
    static func list(_ text: String) -> [Mistake] {
        text.split(separator: "\n\n").map { paragraph in
            var mistake = Mistake()
            for line in paragraph.split(separator: "\n") {
                let rest = String(line.dropFirst(2))
                switch line.prefix(2) {
                case "- ": mistake.old = rest.replacing("\\n", with: "\n")
                case "+ ", "+": mistake.new = rest.replacing("\\n", with: "\n")
                case "! ": mistake.check = rest
                case "@ ": mistake.place = rest
                case "? ": mistake.words.append(rest)
                default:
                    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                    let isFile = ["mv", "rm", "text", "draw"].contains(words[0])
                    if isFile, !mistake.title.isEmpty {
                        mistake.files.append(words)
                    } else {
                        mistake.title = String(line)
                    }
                }
            }
            return mistake
        }
    }

    /// Makes it, and says what is wrong with what is found; nil when all is as it should be.
    func complaint() async throws -> String? {
        let game = try MistakeGame()
        let lines = try make(in: game)
        let found = try await game.findings()
        guard let first = found.first else { return "silent" }
        let reported = found.map(\.description).joined(separator: "\n")
        guard found.count == 1 else { return "\(found.count) findings:\n\(reported)" }
        guard first.id == check else { return "expected \(check):\n\(reported)" }
        let at = first.location.map { location in
            location.path + (location.position.map { ":\($0.line)" } ?? "")
        }
        if let place {
            if at?.hasSuffix(place) != true { return "expected it at \(place):\n\(reported)" }
        } else if !lines.contains(first.location?.position?.line ?? 0) {
            return "expected it at lines \(lines):\n\(reported)"
        }
        let text = "\(first.message) \(first.help ?? "")"
        if words.contains("(no help)") { return nil }
        if first.help == nil, !first.message.contains("expected") { return "no help:\n\(reported)" }
        let missing = (words.isEmpty ? replacedWords : words).filter { !text.contains($0) }
        return missing.isEmpty ? nil : "expected \(missing):\n\(reported)"
    }

    /// Makes it, does what the finding's fix or its help says, and says what is wrong then.
    ///
    /// - Returns: nil when nothing is wrong; also if neither says what to write.
    func complaintAboutRemedy() async throws -> (isApplied: Bool, complaint: String?) {
        let game = try MistakeGame()
        _ = try make(in: game)
        let found = try await game.findings()
        let path = "game/catalog.json"
        let bytes = game.disk.files[path] ?? []
        let plan = FixPlan(found, path: path, bytes: bytes)
        guard let text = plan.count > 0 ? plan.text ?? bytes : found.first?.applyingHelp(to: bytes)
        else { return (false, nil) }
        game.disk.put(path, text)
        for move in plan.moves.flatMap(\.self) {
            game.disk.put(move.new, try #require(game.disk.files[move.old]))
            try game.disk.remove(move.old)
        }
        // One help may lead to the next, but never to something worse.
        let worst = found.map(\.severity).max() ?? .note
        let left = try await game.findings().filter {
            $0.severity > worst || $0.message == found[0].message
        }
        let reported = (found + left).map(\.description).joined(separator: "\n")
        return (true, left.isEmpty ? nil : reported)
    }

    /// - Returns: the lines that were changed.
    private func make(in game: MistakeGame) throws -> ClosedRange<Int> {
        for action in files {
            let path = "game/art/" + action[1]
            switch action[0] {
            case "mv":
                game.disk.put("game/art/" + action[2], try #require(game.disk.files[path]))
                try game.disk.remove(path)
            case "rm": try game.disk.remove(path)
            case "text": game.disk.put(path, action.count > 2 ? action[2] : "")
            default: try game.draw(action[1], try Self.picture(action[2]))
            }
        }
        guard let old else { return 0...0 }
        let catalog = MistakeGame.catalog
        let range = try #require(catalog.range(of: old), "\(title): no \(old)")
        let first = 1 + catalog[..<range.lowerBound].count { $0 == "\n" }
        game.disk.put("game/catalog.json", catalog.replacingCharacters(in: range, with: new))
        return first...(first + max(old.count { $0 == "\n" }, new.count { $0 == "\n" }))
    }

    /// What stood there and does not any more.
    private var replacedWords: [String] {
        func words(_ text: String) -> [String] {
            text.split { !($0.isLetter || $0.isNumber || "_-<>#.".contains($0)) }.map(String.init)
        }
        let kept = words(new)
        return words(old ?? "").filter { !kept.contains($0) }
    }

    private static func picture(_ name: String) throws -> StraightImage {
        let drawn = try #require(MistakeGame.pictures[name], "no picture \(name)")
        return drawn()
    }
}

extension Diagnostic {
    /// A catalog's text once a person did what the help says; nil if the help says no text.
    fileprivate func applyingHelp(to bytes: [UInt8]) -> [UInt8]? {
        guard let help else { return nil }
        if let match = help.firstMatch(of: /did you mean (?:the id )?["<]([\w-]+)[">]\?/) {
            guard let position = location?.position else { return nil }
            var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
            let line = lines[position.line - 1]
            let start = line.index(line.startIndex, offsetBy: position.column - 1)
            lines[position.line - 1] =
                help.contains("<\(match.1)>")
                ? line.replacing(
                    message.firstMatch(of: /found (<\w+>)/)?.1 ?? "",
                    with: "<\(match.1)>"
                )
                : line.replacing(
                    /"[^"]*"/,
                    with: "\"\(match.1)\"",
                    subrange: start..<line.endIndex,
                    maxReplacements: 1
                )
            return Array(lines.joined(separator: "\n").utf8)
        }
        guard var editor = JSONEditor(bytes) else { return nil }
        if let match = help.firstMatch(of: /add (\{.*?\}) to "(\w+)"/) {
            return editor.add(String(match.1), at: "/\(match.2)/-") ? editor.bytes : nil
        }
        if let match = help.firstMatch(of: /put "(\w+)": (\{.*\}) under "sheets"/) {
            return editor.add(String(match.2), at: "/sheets/\(match.1)") ? editor.bytes : nil
        }
        if let match = help.firstMatch(of: /"grid": \{[^}]*\}/), let path = location?.path {
            if let line = location?.position?.line {
                var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
                lines[line - 1].replace(/"(?:grid|cell)": ?\{[^}]*\}/, with: match.0)
                return Array(lines.joined(separator: "\n").utf8)
            }
            let name = lastPart(of: path).prefix { $0 != "." }
            return editor.add("{ \(match.0) }", at: "/sheets/\(name)") ? editor.bytes : nil
        }
        return nil
    }
}
