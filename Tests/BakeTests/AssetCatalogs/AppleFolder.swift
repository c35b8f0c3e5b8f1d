import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// An asset catalog as Apple's Asset Catalog Format Reference describes it, read without Kiln's words
/// for it: every member is one that is documented, every picture is listed, and every one that is
/// listed is there, in the size that its entry promises.
struct AppleFolder {
    /// By path below the catalog's folder, such as `items/hat.imageset`.
    private(set) var sets: [String: [[String: Any]]] = [:]
    private(set) var properties: [String: [String: Any]] = [:]
    /// Of pictures, by path.
    private(set) var sizes: [String: PixelSize] = [:]

    private static let members: [String: Set<String>] = [
        "": ["colors", "images", "info", "properties"],
        "colors": ["appearances", "color", "idiom"],
        "color": ["color-space", "components"],
        "components": ["alpha", "blue", "green", "red"],
        "info": ["author", "version"],
        "properties": ["provides-namespace", "template-rendering-intent"],
        "images": ["appearances", "filename", "idiom", "platform", "scale", "size"],
        "appearances": ["appearance", "value"],
    ]
    private static let words: [String: Set<String>] = [
        "idiom": ["universal", "iphone", "ipad", "mac", "tv", "watch"],
        "scale": ["1x", "2x", "3x"],
        "platform": ["ios", "watchos"],
        "appearance": ["luminosity"],
        "value": ["dark", "tinted"],
        "template-rendering-intent": ["template", "original"],
        "author": ["kiln"],
        "color-space": ["srgb"],
    ]

    /// - Parameters:
    ///   - files: of a bake, by path.
    ///   - folder: the path of the `.xcassets` or `.spriteatlas` among them.
    init(_ files: [String: [UInt8]], _ folder: String) throws {
        let own = files.filter { $0.key.hasPrefix(folder + "/") }
        #expect(!own.isEmpty, "nothing in \(folder)")
        var listed: Set<String> = []
        for (path, bytes) in own {
            let inner = String(path.dropFirst(folder.count + 1))
            let parts = inner.split(separator: "/").map(String.init)
            // Groups have no dots in their names; only sets do.
            for part in parts.dropLast(2) { #expect(!part.contains("."), "\(path)") }
            guard parts.last == "Contents.json" else {
                #expect(path.hasSuffix(".png"), "\(path)")
                sizes[inner] = try decodeImage(bytes).image.size
                continue
            }
            let set = parts.dropLast().joined(separator: "/")
            let text = String(decoding: bytes, as: UTF8.self)
            let json = try JSONSerialization.jsonObject(with: Data(bytes))
            // What Xcode saves on a Mac: Foundation's pretty form, names sorted, a line feed last.
            #expect(text.hasSuffix("}\n") && !text.contains("\t"), "\(path)")
            for line in text.split(separator: "\n") where line.contains("\":") {
                Issue.record("no blank before a colon in \(path): \(line)")
            }
            let root = try #require(json as? [String: Any])
            try check(root, "", path)
            #expect((root["info"] as? [String: Any])?["version"] as? Int == 1)
            properties[set] = root["properties"] as? [String: Any]
            guard let images = root["images"] as? [[String: Any]] else {
                #expect(!set.hasSuffix(".imageset") && !set.hasSuffix(".appiconset"), "\(path)")
                continue
            }
            sets[set] = images
            for image in images {
                guard let file = image["filename"] as? String else { continue }
                #expect(!file.contains("/"))
                listed.insert("\(set)/\(file)")
            }
        }
        #expect(listed == Set(sizes.keys))
        for folder in Set(own.keys.map { ($0 as NSString).deletingLastPathComponent }) {
            #expect(files["\(folder)/Contents.json"] != nil, "\(folder)")
        }
        checkSizes()
    }

    private func check(_ object: [String: Any], _ kind: String, _ path: String) throws {
        let allowed = try #require(Self.members[kind])
        #expect(Set(object.keys).subtracting(allowed) == [], "\(path) \(kind)")
        for (name, value) in object {
            if let word = value as? String, let words = Self.words[name] {
                #expect(words.contains(word), "\(path) \(name): \(word)")
            }
            if let inner = value as? [String: Any] { try check(inner, name, path) }
            for inner in value as? [[String: Any]] ?? [] { try check(inner, name, path) }
        }
    }

    /// An icon has the pixels that its size and scale say; a picture at 2x is twice that at 1x.
    private func checkSizes() {
        for (set, images) in sets {
            var units: [String: PixelSize] = [:]
            for image in images {
                guard let file = image["filename"] as? String, let size = sizes["\(set)/\(file)"]
                else { continue }
                let scale = (image["scale"] as? String).flatMap { Int($0.dropLast()) } ?? 1
                if let text = image["size"] as? String {
                    let side = Int(text.split(separator: "x")[0])! * scale
                    #expect(size == PixelSize(width: side, height: side), "\(set)/\(file)")
                    continue
                }
                let key = "\(image["appearances"] as Any)"
                let unit = PixelSize(width: size.width / scale, height: size.height / scale)
                #expect(units[key] ?? unit == unit, "\(set)/\(file) \(size)")
                units[key] = unit
            }
        }
    }

    /// The entries of a set in one line each: `universal 2x dark hat-dark@2x.png`.
    func entries(_ set: String) throws -> [String] {
        try #require(sets[set], "\(sets.keys.sorted())").map { image in
            let appearances = image["appearances"] as? [[String: String]]
            let words = [
                image["idiom"] as? String, image["platform"] as? String,
                image["size"] as? String, image["scale"] as? String,
                appearances?.first?["value"], image["filename"] as? String ?? "-",
            ]
            return words.compactMap(\.self).joined(separator: " ")
        }
    }
}
