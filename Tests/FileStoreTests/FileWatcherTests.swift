import Diagnostics
import FileStore
import Foundation
import TestSupport
import Testing

@Suite("Watching files")
struct FileWatcherTests {
    /// A folder that lasts as long as the test.
    final class Folder {
        let path: String

        init() throws {
            path =
                FileManager.default.temporaryDirectory
                .appending(path: "kiln-watch-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: path + "/art/deep",
                withIntermediateDirectories: true
            )
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        }

        func move(_ from: String, _ to: String) {
            rename("\(path)/\(from)", "\(path)/\(to)")
        }
    }

    private static let methods: [FileWatcher.Method] = [.automatic, .polling]

    private func watcher(
        _ folder: Folder,
        _ names: [String],
        _ method: FileWatcher.Method
    ) throws -> FileWatcher {
        try FileWatcher(
            names.map { "\(folder.path)/\($0)" },
            method: method,
            quiet: .milliseconds(60),
            patience: .seconds(20)
        )
    }

    private func changes(_ watcher: FileWatcher, in folder: Folder) throws -> [String] {
        guard case .changed(let paths) = try watcher.next(timeout: .seconds(20)) else { return [] }
        return paths.map { String($0.dropFirst(folder.path.count + 1)) }
    }

    #if os(Linux)
    @Test(arguments: methods)
    func `names that are no text are reported with their bytes`(method: FileWatcher.Method) throws {
        let folder = try Folder()
        let name = Array(folder.path.utf8) + [0x2F, 0xE9]
        try #require(mkdir(name.map { CChar(truncatingIfNeeded: $0) } + [0], 0o755) == 0)
        let inner = pathText([0xE9])
        let watcher = try watcher(folder, [inner], method)
        let file = name + [0x2F, 0xFF, 0x2E, 0x70, 0x6E, 0x67]
        let descriptor = creat(file.map { CChar(truncatingIfNeeded: $0) } + [0], 0o644)
        try #require(descriptor >= 0)
        close(descriptor)
        let expected = inner + "/" + pathText([0xFF]) + ".png"
        #expect(try changes(watcher, in: folder) == [expected])
    }
    #endif

    @Test(arguments: methods)
    func `a file written anywhere below a folder is reported once`(
        method: FileWatcher.Method
    ) throws {
        let folder = try Folder()
        try folder.write("art/deep/hat.png", "old")
        let watcher = try watcher(folder, ["art"], method)
        try folder.write("art/deep/hat.png", "newer")
        try folder.write("art/bow.png", "new")
        #expect(try changes(watcher, in: folder) == ["art/bow.png", "art/deep/hat.png"])
        #expect(try watcher.next(timeout: .milliseconds(150)) == .timedOut)
    }

    @Test(arguments: methods)
    func `a file that another one is renamed over is reported`(method: FileWatcher.Method) throws {
        let folder = try Folder()
        try folder.write("catalog.json", "{}")
        let watcher = try watcher(folder, ["catalog.json"], method)
        for text in ["[1]", "[2]"] {
            try folder.write("catalog.json.tmp", text)
            folder.move("catalog.json.tmp", "catalog.json")
            #expect(try changes(watcher, in: folder) == ["catalog.json"])
        }
    }

    @Test(arguments: methods)
    func `other files next to a watched file do not count`(method: FileWatcher.Method) throws {
        let folder = try Folder()
        try folder.write("catalog.json", "{}")
        let watcher = try watcher(folder, ["catalog.json"], method)
        try folder.write("notes.txt", "x")
        #expect(try watcher.next(timeout: .milliseconds(250)) == .timedOut)
    }

    @Test(arguments: methods)
    func `what editors leave while they save does not count`(method: FileWatcher.Method) throws {
        let folder = try Folder()
        let watcher = try watcher(folder, ["art"], method)
        for name in ["art/.hat.png.swp", "art/hat.png~", "art/4913", "art/save.tmp"] {
            try folder.write(name, "x")
        }
        #expect(try watcher.next(timeout: .milliseconds(250)) == .timedOut)
    }

    @Test(arguments: methods)
    func `a file that appears and one that vanishes are reported`(method: FileWatcher.Method) throws
    {
        let folder = try Folder()
        let watcher = try watcher(folder, ["art", "catalog.json"], method)
        try folder.write("catalog.json", "{}")
        #expect(try changes(watcher, in: folder) == ["catalog.json"])
        try FileManager.default.removeItem(atPath: folder.path + "/catalog.json")
        #expect(try changes(watcher, in: folder) == ["catalog.json"])
    }

    @Test(arguments: methods)
    func `a new folder is watched too, with what is in it already`(
        method: FileWatcher.Method
    ) throws {
        let folder = try Folder()
        let watcher = try watcher(folder, ["art"], method)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/new/inner",
            withIntermediateDirectories: true
        )
        try folder.write("new/inner/a.png", "a")
        folder.move("new", "art/new")
        #expect(try changes(watcher, in: folder).contains("art/new/inner/a.png"))
        try folder.write("art/new/inner/a.png", "again")
        #expect(try changes(watcher, in: folder) == ["art/new/inner/a.png"])
    }

    @Test(arguments: methods)
    func `a folder that was moved away and back is watched again`(method: FileWatcher.Method) throws
    {
        let folder = try Folder()
        try folder.write("art/hat.png", "old")
        let watcher = try watcher(folder, ["art"], method)
        folder.move("art", "elsewhere")
        #expect(try !changes(watcher, in: folder).isEmpty)
        folder.move("elsewhere", "art")
        #expect(try changes(watcher, in: folder).contains("art/hat.png"))
        try folder.write("art/hat.png", "newest")
        #expect(try changes(watcher, in: folder) == ["art/hat.png"])
    }

    @Test(arguments: methods)
    func `a wait of no time sees what has happened`(method: FileWatcher.Method) throws {
        let folder = try Folder()
        let watcher = try watcher(folder, ["art"], method)
        #expect(try watcher.next(timeout: .zero) == .timedOut)
        try folder.write("art/hat.png", "x")
        #expect(try watcher.next(timeout: .zero) == .changed([folder.path + "/art/hat.png"]))
    }

    #if os(Linux)
    @Test func `a half-written file is reported when its writer is done`() throws {
        let folder = try Folder()
        let path = folder.path + "/art/hat.png"
        let watcher = try watcher(folder, ["art"], .automatic)
        let file = open(path, O_WRONLY | O_CREAT, 0o644)
        write(file, "half", 4)
        let writer = Background {
            // Longer than the quiet time.
            usleep(300_000)
            write(file, "whole", 5)
            close(file)
        }
        #expect(try changes(watcher, in: folder) == ["art/hat.png"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "halfwhole")
        writer.wait()
    }
    #endif

    @Test func `a file that is written for ever is reported after a while`() throws {
        let folder = try Folder()
        let watcher = try FileWatcher(
            [folder.path + "/art"],
            quiet: .milliseconds(20),
            patience: .milliseconds(100)
        )
        let file = open(folder.path + "/art/hat.png", O_WRONLY | O_CREAT, 0o644)
        defer { close(file) }
        write(file, "half", 4)
        #expect(try changes(watcher, in: folder) == ["art/hat.png"])
    }

    @Test(arguments: methods)
    func `a missing folder is an error that names it`(method: FileWatcher.Method) throws {
        let path = "/no/such/folder/catalog.json"
        let failure = #expect(throws: FileWatcher.Failure.self) {
            try FileWatcher([path], method: method)
        }
        let text = try #require(failure).description
        #expect(text.hasPrefix("cannot watch \"/no/such/folder"))
        #expect(text.hasSuffix("No such file or directory"))
    }
}
