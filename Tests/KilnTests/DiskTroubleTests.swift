import Foundation
import Testing

/// A file system of its own of so many kilobytes, gone after the test.
private final class SmallDisk {
    let url: URL

    /// Returns nil when this user may mount none.
    init?(kilobytes: Int, at place: URL? = nil) throws {
        let name = "kiln-\(UUID().uuidString)"
        url = place ?? FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        guard Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "kiln", url.path])
        else {
            try? FileManager.default.removeItem(at: url)
            return nil
        }
    }

    deinit {
        _ = Self.run("umount", [url.path])
        try? FileManager.default.removeItem(at: url)
    }

    func remount(_ options: String) -> Bool {
        Self.run("mount", ["-o", "remount,\(options)", url.path])
    }

    static let canMount: Bool = {
        guard let disk = try? SmallDisk(kilobytes: 64) else { return false }
        return FileManager.default.fileExists(atPath: disk.url.path)
    }()

    private static func run(_ name: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

/// Disks that fail: the outputs stay whole, the cause is named, and the next bake succeeds.
@Suite struct DiskTroubleTests {
    private static let reason: Comment = "only the superuser may mount a small disk"

    /// The output folder is on `disk`.
    private func bake(
        _ game: TwoDrawings,
        onto disk: SmallDisk,
        _ more: [String] = ["--no-cache"]
    ) throws -> BuiltCommand {
        let catalog = game.root.appending(path: "catalog.json").path
        let output = disk.url.appending(path: "out").path
        return try BuiltCommand(["bake", catalog, "-o", output, "-q"] + more)
    }

    private func files(on disk: SmallDisk) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: disk.url.path) {
            let file = disk.url.appending(path: path)
            let isFolder = try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
            if isFolder != true { files[path] = try Data(contentsOf: file) }
        }
        return files
    }

    @Test(.enabled(if: SmallDisk.canMount, reason), arguments: ["--no-cache", "--jobs=1"])
    func `a full disk keeps the old outputs`(option: String) throws {
        let game = try TwoDrawings()
        defer { try? FileManager.default.removeItem(at: game.root) }
        let disk = try #require(try SmallDisk(kilobytes: 16_000))
        #expect(try bake(game, onto: disk, [option]).status == 0)
        let before = try files(on: disk)
        #expect(before["out/manifest.json"] != nil)
        // Room for the old outputs and half of the new ones.
        let size = before.values.reduce(0) { $0 + ($1.count + 4095) / 4096 * 4 }
        #expect(disk.remount("size=\(size * 3 / 2)k"))
        try game.draw(version: 1)
        let full = try bake(game, onto: disk, [option])
        #expect(full.status == 2)
        #expect(
            full.errors.hasPrefix("kiln: error: cannot write \(disk.url.path)/out/game/"),
            "\(full.errors)"
        )
        #expect(full.errors.contains("\n  help: make room there"), "\(full.errors)")
        #expect(!full.errors.contains(".kiln-new"), "\(full.errors)")
        #expect(full.errors.lowercased().contains("no space left on device"), "\(full.errors)")
        #expect(try files(on: disk) == before)
        #expect(disk.remount("size=16000k"))
        #expect(try bake(game, onto: disk, [option]).status == 0)
        #expect(try files(on: disk) != before)
    }

    @Test(.enabled(if: SmallDisk.canMount, reason))
    func `a read-only disk keeps the old outputs`() throws {
        let game = try TwoDrawings()
        defer { try? FileManager.default.removeItem(at: game.root) }
        let disk = try #require(try SmallDisk(kilobytes: 16_000))
        #expect(try bake(game, onto: disk).status == 0)
        let before = try files(on: disk)
        #expect(disk.remount("ro"))
        try game.draw(version: 1)
        let refused = try bake(game, onto: disk)
        #expect(refused.status == 2)
        #expect(
            refused.errors
                == "kiln: error: cannot create \(disk.url.path)/out: read-only file system\n"
                + "  help: name a place that can be written\n"
        )
        let key = try BuiltCommand(
            ["key", game.root.appending(path: "catalog.json").path, "-o", "\(disk.url.path)/a.png"]
        )
        #expect(
            key.errors
                == "kiln: error: cannot create \(disk.url.path): read-only file system\n"
                + "  help: name a place that can be written\n"
        )
        #expect(try files(on: disk) == before)
        #expect(disk.remount("rw"))
        #expect(try bake(game, onto: disk).status == 0)
    }

    @Test(.enabled(if: SmallDisk.canMount, reason))
    func `a cache that cannot grow is a warning with the way out`() throws {
        let game = try TwoDrawings()
        defer { try? FileManager.default.removeItem(at: game.root) }
        let place = game.root.appending(path: ".kiln-cache")
        let cache = try #require(try SmallDisk(kilobytes: 100, at: place))
        defer { withExtendedLifetime(cache) {} }
        let output = game.root.appending(path: "out").path
        let catalog = game.root.appending(path: "catalog.json").path
        let full = try BuiltCommand(["bake", catalog, "-o", output])
        #expect(full.status == 0, "\(full.errors)")
        #expect(full.errors.contains("warning[cache-trouble]"), "\(full.errors)")
        #expect(full.errors.lowercased().contains("no space left on device"), "\(full.errors)")
        #expect(full.errors.contains("--no-cache"), "\(full.errors)")
        let outputs = try game.outputs()
        let without = try BuiltCommand(["bake", catalog, "-o", output, "--no-cache"])
        #expect(without.status == 0 && without.errors == "", "\(without.errors)")
        #expect(try game.outputs() == outputs)
    }

    @Test(arguments: [5, 6, 7, 9, 12, 20])
    func `too few files that may be open are an error with the way out`(limit: Int) throws {
        let game = try TwoDrawings()
        defer { try? FileManager.default.removeItem(at: game.root) }
        let catalog = game.root.appending(path: "catalog.json").path
        let commands = [
            ["--version"], ["bake", catalog, "-o", game.output], ["validate", catalog],
            ["key", catalog, "-o", game.output], ["explain", "fringe"],
        ]
        for command in commands {
            let run = try BuiltCommand(command, script: #"ulimit -n \#(limit); exec "$0" "$@""#)
            #expect(run.status == 2, "\(command)")
            #expect(run.errors.contains("help: raise the limit"), "\(run.errors)")
        }
        let raised = try BuiltCommand(["--version"], script: #"ulimit -n 256; exec "$0" "$@""#)
        #expect(raised.status == 0)
    }

    @Test func `an output folder that vanishes half way is made again or named`() throws {
        let game = try TwoDrawings()
        defer { try? FileManager.default.removeItem(at: game.root) }
        let start = DispatchTime.now().uptimeNanoseconds
        let whole = try game.bake()
        let length = DispatchTime.now().uptimeNanoseconds - start
        for round in 0..<12 {
            let errors = Pipe()
            let process = try Command.start(game.arguments, errors: errors)
            usleep(UInt32(length / 1000) * UInt32(round) / 12)
            try? FileManager.default.removeItem(atPath: game.output)
            process.waitUntilExit()
            let text = String(
                decoding: errors.fileHandleForReading.readDataToEndOfFile(),
                as: UTF8.self
            )
            #expect([0, 2].contains(process.terminationStatus), "round \(round): \(text)")
            #expect(process.terminationReason == .exit, "round \(round): \(text)")
            if process.terminationStatus == 2 {
                #expect(text.contains("cannot ") && text.contains("out"), "round \(round): \(text)")
            }
            #expect(try game.bake() == whole, "round \(round)")
        }
    }
}
