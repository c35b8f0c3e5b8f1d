import FileStore
import Foundation
import Testing

struct ReadingTests {
    @Test func `what is not there is nil, what cannot be read is an error`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "kiln-reading-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file").path
        try Data("text".utf8).write(to: URL(filePath: file))
        let disk = RealDisk()
        #expect(try disk.readIfThere(file) == Array("text".utf8))
        let missing = folder.appending(path: "missing").path
        #expect(try disk.readIfThere(missing) == nil)
        let error = #expect(throws: DiskError.self) { try disk.read(missing) }
        #expect(error?.description == "cannot read \(missing): no such file or directory")
        #expect(throws: DiskError.self) { try disk.readIfThere(folder.path) }
        #expect(throws: DiskError.self) { try disk.readIfThere(file + "/inner") }
    }
}
