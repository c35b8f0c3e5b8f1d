package import FileStore
import ImageCodec
package import Raster
import Synchronization

/// Limits the memory of concurrent work on images: work starts when its memory is available.
///
/// Waiting work is served in order, so that small images do not starve large ones.
package final class MemoryBudget: Sendable {
    /// The budget of the current work: for commands, `--memory`.
    @TaskLocal package static var current = MemoryBudget(bytes: Machine.memoryForPictures)

    package let bytes: Int
    private let state: Mutex<State>

    private struct State {
        var free: Int
        var waiting: ArraySlice<(need: Int, turn: CheckedContinuation<Void, Never>)> = []
    }

    package init(bytes: Int) {
        self.bytes = bytes
        state = Mutex(State(free: bytes))
    }

    /// Does work while reserving `need` bytes, waiting until they are available.
    ///
    /// Work must not reserve from the same budget. Throws `failure` at once if the whole budget is
    /// smaller.
    package func holding<Result, Failure>(
        _ need: Int,
        orFailing failure: (MemoryShortage) -> Failure,
        _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard need <= bytes else { throw failure(MemoryShortage(need: need, allowed: bytes)) }
        await take(need)
        defer { giveBack(need) }
        return try await work()
    }

    /// The same; without enough memory the file `name` cannot be encoded.
    package func encoding<Result>(
        _ name: String,
        _ need: Int,
        _ work: () async throws(DiskError) -> Result
    ) async throws(DiskError) -> Result {
        try await holding(
            need,
            orFailing: { DiskError(.encode, name, reason: $0.description) },
            work
        )
    }

    private func take(_ need: Int) async {
        await withCheckedContinuation { turn in
            let isFree = state.withLock { state in
                guard state.waiting.isEmpty, need <= state.free else {
                    state.waiting.append((need, turn))
                    return false
                }
                state.free -= need
                return true
            }
            if isFree { turn.resume() }
        }
    }

    private func giveBack(_ need: Int) {
        let served = state.withLock { state in
            state.free += need
            var served: [CheckedContinuation<Void, Never>] = []
            while let first = state.waiting.first, first.need <= state.free {
                state.free -= first.need
                served.append(first.turn)
                state.waiting.removeFirst()
            }
            return served
        }
        for turn in served { turn.resume() }
    }
}

package struct MemoryShortage: Error, Hashable, Sendable, CustomStringConvertible {
    package var need: Int
    package var allowed: Int

    package init(need: Int, allowed: Int) {
        self.need = need
        self.allowed = allowed
    }

    package var description: String {
        "needs \(text(need, .up)), \(text(allowed, .down)) allowed, see --memory"
    }

    /// Rounded so that the suggestion is sufficient.
    private func text(_ bytes: Int, _ rule: FloatingPointRoundingRule) -> String {
        let (unit, name) = bytes < 1_000_000 ? (1000.0, "kB") : (1_000_000, "MB")
        return "\(Int((Double(bytes) / unit).rounded(rule))) \(name)"
    }
}

/// The peak memory of work on an image, in bytes per pixel.
///
/// The needs of keying, slicing and JPEGs (4:2:0) are the maximum resident set of the command for a
/// sheet of 8192x8192 pixels, rounded up: see the figures in Documentation/performance.md. Those of pages
/// and renditions are derived from the code. Fixed overhead and the bytes of files are excluded.
package struct PictureNeed: Hashable, Sendable {
    /// A copy of the image in another size.
    package struct Copy: Hashable, Sendable {
        /// Its pixels per pixel of the image.
        package var share: Double
        /// A fixed number of pixels.
        package var pixels: Double
        package var bytesPerPixel = PictureNeed.bytesOfPixel
        /// Larger copies are not made, and take nothing; a box is an upper limit.
        package var most = Double.infinity

        package init(share: Double = 0, pixels: Double = 0) {
            (self.share, self.pixels) = (share, pixels)
        }

        fileprivate func bytes(for size: PixelSize) -> Double {
            let shared = Double(size.area) * share
            return ((shared > most ? 0 : shared) + min(pixels, most)) * bytesPerPixel
        }
    }

    /// Red, green, blue and alpha.
    package static let bytesOfPixel = 4.0

    private var bytesPerPixel: Double
    private var copies: [Copy] = []

    package init(bytesPerPixel: Double) {
        self.bytesPerPixel = bytesPerPixel
    }

    package static let reading = PictureNeed(bytesPerPixel: 4)
    /// The image, keyed in place, with about twenty one-bit planes; later, while it is encoded, its
    /// rows and the file.
    package static let keying = PictureNeed(bytesPerPixel: 7)
    /// The layers of the rim for despilling.
    package static let spill = PictureNeed(bytesPerPixel: 2.5)
    /// The image, and a cell's rows while they are encoded.
    package static let slicing = PictureNeed(bytesPerPixel: 5)

    /// The other images of triangulation: each decoded, and shifted to the first; plus the
    /// deviation of each pixel, and the first keyed alone.
    package static func others(_ count: Int) -> PictureNeed {
        PictureNeed(bytesPerPixel: count == 0 ? 0 : 12 + 12 * Double(count))
    }

    /// The runs of visible pixels, their components, and masks of figures.
    ///
    /// Solid figures take 4, dithered ones 13, a checkerboard of single pixels 28 and specks two
    /// pixels apart 37 (measured at 9 Mpx): art is unlike the last two.
    package static let figures = PictureNeed(bytesPerPixel: 24)
    /// The need of figures, plus their frames separately and on a sheet.
    package static let registering = figures + picture + picture

    /// The image, and a copy at each scale.
    package static func rendering(_ scales: [Int], density: Int) -> PictureNeed {
        PictureNeed.reading.with(
            scales.map { scale in
                let factor = Double(scale) / Double(max(1, density))
                return Copy(share: factor * factor)
            }
        )
    }

    package func with(_ more: [Copy]) -> PictureNeed {
        var result = self
        result.copies += more
        return result
    }

    /// A page, its filtered rows, and the file.
    package static let page = PictureNeed(bytesPerPixel: 10)

    /// A page, and what the encoder of its file holds.
    ///
    /// Measured, see Documentation/performance.md.
    package static func page(_ encoding: PageEncoding, _ effort: Effort) -> PictureNeed {
        switch encoding {
        case .png: page
        case .webp: PictureNeed(bytesPerPixel: 26)
        case .avif: PictureNeed(bytesPerPixel: effort == .best ? 90 : 36)
        case .ktx2: PictureNeed(bytesPerPixel: 30)
        }
    }

    /// A second image of the same size.
    package static let picture = PictureNeed(bytesPerPixel: 4)
    /// The additional need of chroma restoration in keying: a second image, cells of three numbers,
    /// their slopes, and changed edges.
    private static let restoring = PictureNeed(bytesPerPixel: 10)
    /// A JPEG's coefficients, which progressive ones keep until the end, or the image before
    /// rotation.
    private static let jpeg = PictureNeed(bytesPerPixel: 6)

    /// The additional need of decoding: a canvas for compositing frames, or 16-bit samples during
    /// color conversion.
    private static func reading(_ info: ImageInfo) -> PictureNeed {
        switch info.format {
        case .webp, .gif: .picture
        case .png where info.bitDepth == 16 && info.colorSpace != nil:
            PictureNeed(bytesPerPixel: 8)
        case .png, .jpeg, .aseprite: PictureNeed(bytesPerPixel: 0)
        }
    }

    package static func + (a: PictureNeed, b: PictureNeed) -> PictureNeed {
        PictureNeed(bytesPerPixel: a.bytesPerPixel + b.bytesPerPixel).with(a.copies + b.copies)
    }

    package func bytes(for size: PixelSize) -> Int {
        let bytes = copies.reduce(Double(size.area) * bytesPerPixel) { $0 + $1.bytes(for: size) }
        return Int(min(bytes, 0x1p62))
    }

    /// In bytes, for the image or the frames in a file, by its declared size; 0 if unreadable,
    /// which decoding reports.
    package func bytes(for file: [UInt8], frames: Int = 1) -> Int {
        guard let header = try? readImageInfo(file),
            let sheet = SheetLayout(frames: frames, of: header.size)
        else { return 0 }
        guard header.info.format == .jpeg else {
            return (self + PictureNeed.reading(header.info)).bytes(for: sheet.size)
        }
        let isKeyed = bytesPerPixel > PictureNeed.slicing.bytesPerPixel
        let more = isKeyed ? PictureNeed.restoring : PictureNeed.jpeg
        return (self + more).bytes(for: sheet.size)
    }
}
