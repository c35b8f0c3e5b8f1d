public import Foundation
import ImageCodec
public import Raster
import Testing

/// Recorded results: pictures and texts that the same input must give again.
///
/// They are in Tests/Goldens. A difference leaves what was expected, what came out and, of pictures,
/// where they differ in `.build/goldens`. With `KILN_RECORD_GOLDENS=1` what comes out is recorded,
/// and the run fails, so that no one takes a recording for a test.
public struct Goldens: Sendable {
    /// Where the recorded ones are.
    public let folder: URL
    /// Where differences are shown.
    public let output: URL
    public let isRecording: Bool

    public init(folder: URL, output: URL, isRecording: Bool) {
        self.folder = folder
        self.output = output
        self.isRecording = isRecording
    }

    /// Those of the repository.
    public static let recorded = Goldens(
        folder: Repository.file("Tests/Goldens"),
        output: Repository.file(".build/goldens"),
        isRecording: ProcessInfo.processInfo.environment["KILN_RECORD_GOLDENS"] == "1"
    )

    /// Compares a picture, hidden color under alpha 0 included, with `NAME.png`.
    ///
    /// - Returns: what is wrong; nil when nothing is.
    public func complaint(about image: StraightImage, _ name: String) throws -> String? {
        let file = folder.appending(path: name + ".png")
        let old = try bytes(of: file).map { try decodeImage($0).image }
        let difference = old.map { PictureDifference(expected: $0, actual: image) }
        try clean(name, ["expected.png", "actual.png", "difference.png"])
        if old == image, !isRecording { return nil }
        if isRecording {
            // An equal picture keeps its bytes, whatever the encoder makes of it today.
            if old != image { try write(encodePNG(image), to: file) }
            return "recorded \(name).png\(old == image ? ", which is unchanged" : "")"
        }
        try write(encodePNG(image), to: shown(name, "actual.png"))
        guard let old, let difference else { return missing(name + ".png") }
        try write(encodePNG(old), to: shown(name, "expected.png"))
        if let map = difference.map { try write(encodePNG(map), to: shown(name, "difference.png")) }
        return "\(name).png \(difference.summary); see \(output.path)/\(name).*.png"
    }

    /// Compares a text, line by line, with `NAME.txt`.
    ///
    /// - Returns: what is wrong; nil when nothing is.
    public func complaint(about text: String, _ name: String) throws -> String? {
        let file = folder.appending(path: name + ".txt")
        let old = try bytes(of: file).map { String(decoding: $0, as: UTF8.self) }
        try clean(name, ["expected.txt", "actual.txt"])
        if old == text, !isRecording { return nil }
        if isRecording {
            try write(Array(text.utf8), to: file)
            return "recorded \(name).txt\(old == text ? ", which is unchanged" : "")"
        }
        try write(Array(text.utf8), to: shown(name, "actual.txt"))
        guard let old else { return missing(name + ".txt") }
        try write(Array(old.utf8), to: shown(name, "expected.txt"))
        return "\(name).txt \(lineDifference(old, text)); see \(output.path)/\(name).*.txt"
    }

    private func missing(_ name: String) -> String {
        "there is no golden \(name): \"make golden\" records it; found is in \(output.path)"
    }

    private func lineDifference(_ expected: String, _ actual: String) -> String {
        let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
        let first = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset
        let line = first ?? min(old.count, new.count)
        func text(_ lines: [Substring]) -> String {
            line < lines.count ? "\"\(lines[line])\"" : "the end of the text"
        }
        return "differs first in line \(line + 1): expected \(text(old)), found \(text(new))"
    }

    private func shown(_ name: String, _ suffix: String) -> URL {
        output.appending(path: "\(name).\(suffix)")
    }

    /// Nothing of an earlier run is taken for this one's.
    private func clean(_ name: String, _ suffixes: [String]) throws {
        for file in suffixes.map({ shown(name, $0) })
        where FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.removeItem(at: file)
        }
    }

    private func bytes(of file: URL) throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return [UInt8](try Data(contentsOf: file))
    }

    private func write(_ bytes: [UInt8], to file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }
}

/// Expects a picture to be the one recorded under `name`.
public func expectGolden(
    _ image: StraightImage,
    _ name: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
) throws {
    guard let complaint = try Goldens.recorded.complaint(about: image, name) else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(Comment(rawValue: complaint), sourceLocation: place)
}

/// Expects a text to be the one recorded under `name`.
public func expectGolden(
    text: String,
    _ name: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
) throws {
    guard let complaint = try Goldens.recorded.complaint(about: text, name) else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    Issue.record(Comment(rawValue: complaint), sourceLocation: place)
}
