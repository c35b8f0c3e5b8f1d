public import Foundation

/// A program of the machine, run to its end.
public enum Tool {
    public static func path(_ name: String) -> String? {
        if name.hasPrefix("/") { return name }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }

    /// What the program prints; nil when it fails.
    public static func run(_ name: String, _ arguments: [String], input: Data = Data()) -> Data? {
        guard let path = path(name) else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let (toChild, fromChild) = (Pipe(), Pipe())
        process.standardInput = toChild
        process.standardOutput = fromChild
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        // Larger than a pipe's buffer: written while the other end is read.
        DispatchQueue.global().async {
            try? toChild.fileHandleForWriting.write(contentsOf: input)
            try? toChild.fileHandleForWriting.close()
        }
        let output = fromChild.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? output : nil
    }
}
