import AtlasBuilding
import Bake
import ChromaKey
import Console
import Diagnostics
import FileStore
import ImageCodec
import Raster

/// Options that several commands share, each declared once.
enum Shared {
    static let catalog = Positional(optional: "CATALOG", .file, default: nearestCatalog)
        .whenAbsent(nearestCatalogText)
        .help("the catalog, or the folder that holds its catalog.json")
    /// The same, which may be a file of standard input; help follows.
    static let streamedCatalog = Positional(optional: "CATALOG", .stream, default: nearestCatalog)
        .whenAbsent(nearestCatalogText)
    /// The catalog where none is named: that of the environment, or the nearest one.
    static let nearestCatalog: String = {
        if let named = Machine.environment["KILN_CATALOG"], !named.isEmpty { return named }
        return Bake.nearestCatalog(above: "", disk: RealDisk()) ?? "catalog.json"
    }()
    static let nearestCatalogText = "the nearest catalog.json, here or above"
    static let dryRun = Flag("dry-run", short: "n").help("print the change without making it")
    static let jobs = Flag("jobs", short: "j", value: "N", .integer(in: 1...256))
        .whenAbsent("one per core")
        .help("the number of pictures to process in parallel")
    static let png = Flag("png", value: "E", .choice(of: Effort.self), default: .balanced)
        .help("how hard to compress PNG files; max is slow")
    static let memory = Flag("memory", value: "SIZE", .byteCount)
        .whenAbsent("half of the machine's memory")
        .help("the maximum memory for images, such as 512MB or 2GB")
    static let cacheFolder = Flag("cache-dir", value: "DIR", .directory.output)
        .whenAbsent(".kiln-cache next to the catalog")
        .help("where the cache is")
    static let noCache = Flag("no-cache").help("do not read or write the cache")
        .excludes(cacheFolder)
    static let profile = Flag("profile", value: "NAME", .id(of: .profiles))
        .help("the profile of the catalog to apply")
    static let json = Flag("json").help("print the result as JSON")
    static let quiet = Flag("quiet", short: "q").help("print errors only")
    static let progress = Flag("progress", value: "WHEN", .choice(of: When.self), default: .auto)
        .help("draw a progress line; auto: on a terminal")
    static let color = Flag("color", value: "WHEN", .choice(of: When.self), default: .auto)
        .help("color messages; auto: on a terminal, unless NO_COLOR is set")
    static let force = Flag("force")
        .help("overwrite files that Kiln did not write or that were modified since")

    static let links = DocumentationLinks(
        root: Machine.environment["KILN_DOCS_URL"] ?? Generator.documentation
    )

    /// What a command's outputs may replace, and says so first.
    static func rules(_ values: Values) throws -> ReplacementRules {
        var rules = ReplacementRules()
        rules.isForced = try values[force]
        rules.willReplace = { obstacles in
            for obstacle in obstacles {
                Console.standardError.print("replacing \(obstacle.path): \(obstacle.reason)")
            }
        }
        return rules
    }
}

extension Shared {
    /// The disk, on which `-` holds what stands on standard input when one of the paths is that.
    static func disk(reading paths: [String], _ values: Values) throws -> RealDisk {
        let count = paths.count { $0 == StandardStream.path }
        guard count < 2 else {
            throw values.usageError("standard input is read once, found '-' \(count) times")
        }
        return count == 0 ? RealDisk() : RealDisk(standardInput: try StandardStream.contents())
    }

    /// Whether the output is standard output; a picture on a terminal helps no one.
    static func isStreamed(to output: String?, _ values: Values) throws -> Bool {
        guard output == StandardStream.path else { return false }
        guard !Console.standardOutput.isTerminal else {
            throw values.usageError(
                "standard output is a terminal, name a file, or send the picture on: '-o - | PROGRAM'"
            )
        }
        return true
    }
}

extension ValueKind where Value == String {
    static var pngFile: ValueKind {
        ValueKind(expected: "a .png", completion: .files) { text in
            text.lowercased().hasSuffix(".png") ? text : nil
        }
    }
}

extension ValueKind where Value == RGB {
    /// `#RRGGBB`; the `#` may be left out, because shells read it as a comment.
    static var color: ValueKind {
        ValueKind(expected: "a color as #RRGGBB") { text in
            RGB(digits: text.hasPrefix("#") ? text.dropFirst() : text[...])
        }
    }
}

extension ValueKind where Value == KeyColor {
    static var keyColor: ValueKind {
        let color = ValueKind<RGB>.color
        return ValueKind(
            expected: "a color as #RRGGBB, or auto",
            completion: .words(["auto"]),
            describe: \.description,
            convert: { text in text == "auto" ? .auto : color.convert(text).map { .color($0) } }
        )
    }
}

extension ValueKind where Value == Matte {
    static var matte: ValueKind {
        let color = ValueKind<RGB>.color
        return ValueKind(
            expected: "a color as #RRGGBB, auto or none",
            completion: .words(["auto", "none"]),
            describe: \.description,
            convert: { text in
                switch text {
                case "auto": .auto
                case "none": Matte.none
                default: color.convert(text).map { .color($0) }
                }
            }
        )
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> & Equatable {
    /// Some cases of an enum, by raw value.
    static func choice(among cases: [Value]) -> ValueKind {
        let words = cases.map(\.rawValue)
        return ValueKind(
            expected: "one of " + words.joined(separator: ", "),
            completion: .words(words),
            describe: \.rawValue
        ) { text in cases.first { $0.rawValue == text } }
    }

    /// All cases of an enum but some, by raw value.
    static func choice(except hidden: Value...) -> ValueKind {
        choice(among: Value.allCases.filter { !hidden.contains($0) })
    }
}

extension ValueKind where Value == (String, String) {
    /// A word such as `mood=happy`: a name and a value.
    static var assignment: ValueKind {
        ValueKind(expected: "NAME=VALUE", completion: .asked("axes")) { text in
            guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
            let value = String(text[text.index(after: sign)...])
            return value.isEmpty ? nil : (String(text[..<sign]), value)
        }
    }
}

extension ValueKind where Value == Int {
    /// `512MB`, `1.5GB`, `2GiB`: a number above 0 with its unit; powers of a thousand, or of 1024.
    static var byteCount: ValueKind {
        let units: [(name: String, bytes: Double)] = [
            ("KIB", 1024), ("MIB", 1_048_576), ("GIB", 1_073_741_824), ("TIB", 1_099_511_627_776),
            ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12),
            ("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
        ]
        return ValueKind(expected: "a size with its unit, as 512MB or 2GB") { text in
            let upper = text.uppercased()
            guard let unit = units.first(where: { upper.hasSuffix($0.name) }) else { return nil }
            let digits = upper.dropLast(unit.name.count)
            guard digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
                let number = Double(digits), number > 0
            else { return nil }
            return Int(exactly: (number * unit.bytes).rounded(.up))
        }
    }
}

/// What a preview shows behind its art.
enum PreviewGround: Sendable {
    case backdrop(Backdrop)
    /// An image of the catalog, by its id.
    case image(String)

    var backdrop: Backdrop? { if case .backdrop(let own) = self { own } else { nil } }

    var image: String? { if case .image(let id) = self { id } else { nil } }
}

extension ValueKind where Value == PreviewGround {
    static var ground: ValueKind {
        ValueKind(
            expected: "checker, white, black, a color as #RRGGBB or an image's id",
            completion: .asked("images", besides: ["checker", "white", "black"])
        ) { text in
            if let backdrop = Backdrop(text) ?? Backdrop("#" + text) { return .backdrop(backdrop) }
            return text.isEmpty || text.hasPrefix("#") ? nil : .image(text)
        }
    }
}
