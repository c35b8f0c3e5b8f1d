import Bake
import FileStore
import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// Pipes, sockets and devices where files are due: refused at once, by name.
///
/// A command that waits for one of them never ends, and the time limit fails the test.
@Suite(.timeLimit(.minutes(2))) struct OddFileTests {
    @Test func `a pipe is not waited for, wherever a file is read`() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.url.appending(path: "pipe.png").path, 0o644) == 0)
        #expect(mkfifo(folder.url.appending(path: "pipe.json").path, 0o644) == 0)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "in"),
            withIntermediateDirectories: true
        )
        try Data(encodePNG(StraightImage(drawn: "r"))).write(
            to: folder.url.appending(path: "in/a.png")
        )
        for arguments in [
            ["inspect", "pipe.png"], ["inspect", "pipe.json"], ["verify", "pipe.json", "in"],
            ["bake", "pipe.json", "-o", "out"], ["resolve", "pipe.json", "dog", "hat"],
            ["preview", "pipe.json", "--species", "dog", "-o", "a.png"],
            ["key", "pipe.png", "-o", "a.png"], ["diff", "pipe.json", "pipe.json"],
            ["slice", "pipe.png", "-o", "out", "--grid", "1x1"],
        ] {
            let run = try BuiltCommand(arguments, in: folder.url)
            #expect(run.status == 1 || run.status == 2, "\(arguments)")
            #expect(run.errors.contains("it is not a regular file"), "\(arguments): \(run.errors)")
        }
        let checked = try BuiltCommand(["validate", "pipe.json"], in: folder.url)
        #expect(checked.status == 2)
        #expect(checked.output.contains("it is not a regular file"))
    }

    @Test func `neither is one among the sources, the cache or the layouts`() throws {
        let folder = try TemporaryFolder()
        #expect(try BuiltCommand(["init", "game"], in: folder.url).status == 0)
        let game = folder.url.appending(path: "game")
        #expect(mkfifo(game.appending(path: "assets-src/overlay_scarf.png").path, 0o644) == 0)
        let checked = try BuiltCommand(["validate", "game"], in: folder.url)
        #expect(checked.status == 1)
        #expect(
            checked.output.contains(
                "game/assets-src/overlay_scarf.png: error[unreadable-picture]: "
                    + "cannot be read: it is not a regular file"
            ),
            "\(checked.output)"
        )
        try FileManager.default.removeItem(at: game.appending(path: "assets-src/overlay_scarf.png"))
        #expect(try BuiltCommand(["bake", "game", "-o", "out"], in: folder.url).status == 0)
        // Whatever a cache holds in place of an entry, it is made again.
        let cache = game.appending(path: ".kiln-cache")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
        var replaced = 0
        for path in paths {
            let file = cache.appending(path: path)
            let isFolder = try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
            if isFolder { continue }
            try FileManager.default.removeItem(at: file)
            if mkfifo(file.path, 0o644) == 0 { replaced += 1 }
        }
        #expect(replaced > 0)
        let again = try BuiltCommand(["bake", "game", "-o", "out"], in: folder.url)
        #expect(again.status == 0, "\(again.errors)")
    }

    @Test func `a device and a socket are no files either`() throws {
        let folder = try TemporaryFolder()
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The name is in a field of 108 bytes, so it is relative to a short folder.
        let path = "/tmp/kiln-\(UInt32.random(in: 0 ... .max)).json"
        defer { unlink(path) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        for path in [path, "/dev/zero", "/dev/tty"] {
            let run = try BuiltCommand(["bake", path, "-o", "out"], in: folder.url)
            #expect(run.status == 2)
            #expect(
                run.errors == "kiln: error: cannot read \(path): it is not a regular file\n",
                "\(run.errors)"
            )
        }
    }

    @Test func `a catalog that is no file leaves no cache next to it`() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.url.appending(path: "pipe.json").path, 0o644) == 0)
        for name in ["pipe.json", "missing.json"] {
            #expect(try BuiltCommand(["bake", name, "-o", "out"], in: folder.url).status == 2)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["pipe.json"]
        )
    }

    @Test func `no one waits for a reader of a pipe that is to be written`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.url.appending(path: "pipe.png")
        #expect(mkfifo(pipe.path, 0o644) == 0)
        #expect(throws: DiskError.self) { try RealDisk().write([1], to: pipe.path) }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `one signal ends the wait for another bake`(signal: Int32) throws {
        let folder = try TemporaryFolder()
        #expect(try BuiltCommand(["init", "game"], in: folder.url).status == 0)
        // Another bake that publishes there holds this lock.
        let lock = open(folder.url.path, O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let process = Process()
        let built = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        process.executableURL = built.appending(path: "kiln")
        process.arguments = ["bake", "game", "-o", "out"]
        process.currentDirectoryURL = folder.url
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(300_000)
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == signal)
    }

    @Test func `a file beyond all limits is refused before memory is asked for`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "large.png").path
        let descriptor = open(file, O_CREAT | O_WRONLY, 0o644)
        #expect(ftruncate(descriptor, 1 << 42) == 0)
        close(descriptor)
        let run = try BuiltCommand(["inspect", file], limitInMegabytes: 4000)
        #expect(run.status == 2)
        #expect(run.errors.contains("expected at most 1073741824"), "\(run.errors)")
    }
}
