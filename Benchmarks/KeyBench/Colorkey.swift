import Foundation
import Raster

/// ffmpeg's `colorkey` filter on the same picture, when ffmpeg is installed.
struct Colorkey {
    private let file: String
    private let size: PixelSize

    /// Nil without ffmpeg.
    init?(_ image: StraightImage, folder: String) throws {
        guard try Colorkey.run(["-version"]) != nil else { return nil }
        size = image.size
        file = folder + "/sheet.rgba"
        try Data(image.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }).write(
            to: URL(filePath: file)
        )
    }

    /// Seconds of processor time that the filter takes for one picture.
    ///
    /// The difference between runs with six filters and with one, so that neither reading nor
    /// copying the picture counts: the filter writes in place and does not look at alpha.
    func seconds() throws -> Double {
        let frames = 12
        func time(_ filters: Int) throws -> Double {
            let filter = [String](repeating: "colorkey=0x00FF00:0.3:0.1", count: filters)
            let text = try Colorkey.run(
                [
                    "-benchmark", "-hide_banner", "-nostdin", "-threads", "1", "-filter_threads",
                    "1", "-stream_loop", "\(frames - 1)", "-f", "rawvideo", "-pix_fmt", "rgba",
                    "-video_size", "\(size.width)x\(size.height)", "-i", file, "-vf",
                    filter.joined(separator: ","), "-f", "null", "-",
                ]
            )
            guard let text, let line = text.split(separator: "bench: utime=").dropFirst().first
            else { throw CocoaError(.featureUnsupported) }
            // 0.123s stime=0.045s rtime=...
            let numbers = line.split(separator: "=").map { $0.prefix { $0 != "s" } }
            return (Double(numbers[0]) ?? 0) + (Double(numbers[1]) ?? 0)
        }
        return (try time(6) - time(1)) / Double(5 * frames)
    }

    /// The picture as ffmpeg's JPEG encoder keeps it, with 4:2:0 chroma.
    func jpeg() throws -> [UInt8] {
        let path = file + ".jpg"
        _ = try Colorkey.run(
            [
                "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size",
                "\(size.width)x\(size.height)", "-i", file, "-pix_fmt", "yuvj420p", "-q:v", "3",
                path,
            ]
        )
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    /// What ffmpeg says; nil when it cannot be run.
    private static func run(_ arguments: [String]) throws -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg"] + arguments
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
    }
}
