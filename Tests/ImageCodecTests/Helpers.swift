import FileStore
import Foundation
import ImageCodec
import Raster
import TestSupport

/// SHA-256 in hexadecimal of the pixels as packed RGBA8.
func sha256(_ image: StraightImage) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(image.pixels.count * 4)
    for pixel in image.pixels { bytes += [pixel.r, pixel.g, pixel.b, pixel.a] }
    return Digest(of: bytes).text
}

extension DecodeLimits {
    /// Pixels as the file has them, whatever it says of colors.
    static let asStored = {
        var limits = DecodeLimits()
        limits.convertsColors = false
        return limits
    }()
}

extension Fixtures {
    /// The bytes of a file, by its path in the manifest.
    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder().appending(path: path)))
    }

    /// The paths of the files in a folder, sorted, licences left out.
    static func files(in path: String, endingIn suffixes: [String]) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder().appending(path: path).path)
            .filter { name in suffixes.contains { name.hasSuffix($0) } }
            .sorted()
            .map { "\(path)/\($0)" }
    }
}

/// The fixtures' table of files.
enum FixtureManifest {
    /// Paths and the hashes of their pixels, where the manifest knows them.
    static func pixelHashes(under prefix: String) throws -> [(path: String, hash: String)] {
        let text = String(decoding: try Fixtures.bytes("MANIFEST.csv"), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
            let fields = csvFields(line)
            guard fields.count >= 10, fields[0].hasPrefix(prefix), fields[9].count == 64 else {
                return nil
            }
            return (fields[0], fields[9])
        }
    }

    /// Splits at commas outside of quotes.
    private static func csvFields(_ line: Substring) -> [String] {
        var fields = [""]
        var isQuoted = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                fields.append("")
            } else {
                fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}
