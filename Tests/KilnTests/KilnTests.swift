import Bake
import FileStore
import Foundation
import ImageCodec
import Raster
import Testing

/// The built command, run as users run it.
struct Command {
    /// Next to the tests, so that it was built as they were.
    static let path =
        Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "kiln").path ?? ""

    static var exists: Bool { FileManager.default.isExecutableFile(atPath: path) }

    static func start(_ arguments: [String], errors: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        try process.run()
        return process
    }
}

/// A game of two drawings, each of which has a version 0 and a version 1.
struct TwoDrawings {
    let root: URL

    init() throws {
        let name = "kiln-kill-\(UInt64.random(in: .min ... .max))"
        root = FileManager.default.temporaryDirectory.appending(path: name)
        let catalog = """
            { "catalogVersion": 1, "name": "kill", "sources": ["art"],
              "canvas": { "width": 300, "height": 300 },
              "species": [{ "id": "dog" }, { "id": "cat" }],
              "targets": [{ "id": "game", "kind": "atlas", "scales": [1, 2], "effort": "fast" }] }
            """
        try write(Array(catalog.utf8), "catalog.json")
        try draw(version: 0)
    }

    func write(_ bytes: [UInt8], _ path: String) throws {
        try RealDisk().write(bytes, to: root.appending(path: path).path)
    }

    func draw(version: Int) throws {
        for (index, name) in ["dog", "cat"].enumerated() {
            var image = StraightImage(size: PixelSize(width: 300, height: 300)!)
            for y in 0..<300 {
                for x in 0..<300 where (x * x + y * y) % (7 + index) > version {
                    let shade = UInt8((x * (3 + version) + y) & 255)
                    image[x, y] = StraightPixel(r: shade, g: 80, b: UInt8(y & 255))
                }
            }
            try write(try encodePNG(image, effort: .fast), "art/\(name).png")
        }
    }

    var arguments: [String] {
        ["bake", root.appending(path: "catalog.json").path, "-o", output, "--no-cache", "-q"]
    }

    var output: String { root.appending(path: "out").path }

    /// Every file of the output folder, hidden ones too.
    func outputs() throws -> [String: Data] {
        var files: [String: Data] = [:]
        let paths = try FileManager.default.subpathsOfDirectory(atPath: output)
        for path in paths {
            let file = output + "/" + path
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
            if !isFolder.boolValue { files[path] = try Data(contentsOf: URL(filePath: file)) }
        }
        return files
    }

    func bake() throws -> [String: Data] {
        let process = try Command.start(arguments)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try outputs()
    }
}

@Suite(.enabled(if: Command.exists, "the command is not built: make build"))
struct KillTests {
    @Test func `killed at fifty moments, the outputs are the old ones or the new ones`() throws {
        let game = try TwoDrawings()
        defer { try? FileManager.default.removeItem(at: game.root) }
        _ = try game.bake()
        try game.write(Array("mine".utf8), "out/notes.txt")
        let start = DispatchTime.now().uptimeNanoseconds
        var whole = [try game.bake()]
        let length = DispatchTime.now().uptimeNanoseconds - start
        try game.draw(version: 1)
        whole.append(try game.bake())
        #expect(whole[0] != whole[1])
        let seed = UInt64.random(in: .min ... .max)
        var state = seed
        for round in 0..<50 {
            try game.draw(version: round % 2)
            let process = try Command.start(game.arguments)
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            usleep(UInt32(state >> 33) % UInt32(length / 1000 + 1))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let left = try game.outputs()
            #expect(whole.contains(left), "round \(round) of seed \(seed): \(left.keys.sorted())")
        }
        #expect(try game.bake() == whole[1])
        let beside = try FileManager.default.contentsOfDirectory(atPath: game.root.path)
        #expect(beside.sorted() == ["art", "catalog.json", "out"])
    }

    @Test func `interrupted, it says so, keeps the outputs and leaves nothing behind`() throws {
        let game = try TwoDrawings()
        defer { try? FileManager.default.removeItem(at: game.root) }
        let before = try game.bake()
        try game.draw(version: 1)
        let errors = Pipe()
        let process = try Command.start(game.arguments, errors: errors)
        usleep(15_000)
        process.interrupt()
        process.waitUntilExit()
        let text = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        if process.terminationReason == .uncaughtSignal {
            #expect(process.terminationStatus == SIGINT)
            #expect(try game.outputs() == before)
            #expect(text == "" || text == "interrupted: nothing was written\n")
        }
        let beside = try FileManager.default.contentsOfDirectory(atPath: game.root.path)
        #expect(beside.sorted() == ["art", "catalog.json", "out"])
    }
}
