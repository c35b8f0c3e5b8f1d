import Bake
import Catalog
import Foundation
import KilnManifest
import Testing

/// The compiler's word on generated files.
@Suite(.enabled(if: Compiler.path != nil, "needs swiftc"))
struct SwiftCompileTests {
    /// Ids that no catalog should have, and all that may be in one.
    static let ids =
        [
            "", "2d", "hat-2", "hat_2", "hat2", "Hat2", "🐶", "🐱", "hündchen", "犬", "_", "-",
            "a\"b\\", "x\ny",
        ]
        + [
            "caf\u{E9}", "cafe\u{301}", "a\u{202E}b", "\u{1F1E9}\u{1F1EA}", "\\(1)", "*/", "`",
            "#if",
        ]
        + [
            "Any", "Self", "self", "Type", "Protocol", "init", "deinit", "subscript", "none",
            "some",
        ]
        + [
            "id", "rawValue", "allCases", "hashValue", "hash", "encode", "axis", "standard",
            "stored",
        ]
        + [
            "description", "class", "default", "in", "is", "as", "nil", "true", "await", "async",
            "try",
        ]
        + ["String", "Int", "Swift", "Foundation", "URL", "Bundle", "bundle", "folder", "manifest"]
        + [
            "Species", "Item", "Look", "Animation", "Image", "Slot", "Target", "nasty", "get",
            "set",
        ]
        + [
            "Codable", "CaseIterable", "Sendable", "precedencegroup", "operator", "actor", "macro",
            "_0",
        ]

    static let settings: [[String]] = [
        ["-swift-version", "6", "-default-isolation", "MainActor"],
        ["-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault"]
            + ["-enable-upcoming-feature", "MemberImportVisibility"]
            + ["-enable-upcoming-feature", "ExistentialAny", "-strict-memory-safety"],
        ["-swift-version", "5", "-strict-concurrency=complete"],
        // An app, whose resources are in its main bundle.
        ["-swift-version", "6", "-default-isolation", "MainActor", "app"],
    ]

    @Test(arguments: settings, SwiftNaming.Access.allCases)
    func `nasty names compile without a warning`(
        settings: [String],
        access: SwiftNaming.Access
    ) throws {
        var options = SwiftOptions(folder: "nasty \"names\".baked")
        options.access = access
        let log = try Compiler.check(swiftSource(of: .nasty, options), settings)
        #expect(log == "")
    }

    @Test func `what does not compile is seen`() throws {
        let source = swiftSource(of: .nasty, SwiftOptions(folder: "x"))
        let log = try Compiler.check(source + "let bad: Int = Nasty.Item.hat2\n", Self.settings[0])
        #expect(log.contains("error: cannot convert value of type"))
    }
}

extension Manifest {
    fileprivate static var nasty: Manifest {
        let ids = SwiftCompileTests.ids
        let plain = Animation(frames: [0], fps: 6, loop: true)
        let art = Art(
            species: "dog",
            asset: "dog",
            frames: ["dog"],
            animations: Dictionary(ids.map { ($0, plain) }) { first, _ in first }
        )
        return Manifest(
            generator: Generator(name: "kiln", version: "1"),
            name: "nasty",
            canvas: Canvas(width: 8, height: 8),
            axes: ids.map { Axis(name: $0, values: ids) } + [
                Axis(
                    name: "numbered",
                    values: ids,
                    unknown: "self",
                    details: Dictionary(
                        ids.enumerated().map { ($1, AxisValue(raw: .integer(-$0))) }
                    ) {
                        first,
                        _ in first
                    }
                ),
                Axis(
                    name: "written",
                    values: ids,
                    details: Dictionary(ids.map { ($0, AxisValue(raw: .text($0 + "\"\\\n"))) }) {
                        first,
                        _ in first
                    }
                ),
                Axis(name: "void", values: []),
            ],
            species: ids.map { Species(id: $0, name: $0, anchors: [:], art: [art]) },
            items: ids.map { Item(id: $0, name: "*/ \n \($0)", equipStyle: .overlay, art: []) },
            looks: ids.map { NamedLook(id: $0, look: Look(species: $0)) },
            slots: [Slot(id: "slot", name: "Slot")],
            images: [Image(id: "none", name: "None", frames: [], width: 1, height: 1)]
        )
    }
}

/// The Swift compiler of the machine.
private enum Compiler {
    static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What the compiler says of a file in a module that has other files.
    static func check(_ source: String, _ settings: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-swift-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let isApp = settings.contains("app")
        let other =
            "import Foundation\n"
            + (isApp
                ? ""
                : "extension Foundation.Bundle { static let module: Bundle = .main }\n")
        try Data(other.utf8).write(to: folder.appending(path: "Other.swift"))
        try Data(source.utf8).write(to: folder.appending(path: "Names.swift"))
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments =
            ["-typecheck", "-module-name", "Game", "-package-name", "game", "-parse-as-library"]
            + settings.filter { $0 != "app" } + (isApp ? [] : ["-D", "SWIFT_PACKAGE"])
            + ["Other.swift", "Names.swift"].map { folder.appending(path: $0).path }
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let log = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: log, as: UTF8.self)
    }
}
