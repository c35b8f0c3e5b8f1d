import AtlasBuilding
import AtlasPack
import Catalog
import FileStore
import ImageCodec
import Raster
import Synchronization
import Testing

/// Bands of a page's file, which later pages take over.
struct PageBandTests {
    private static let settings = {
        var settings = AtlasSettings(scales: [1], packing: .init())
        settings.effort = .fast
        return settings
    }()

    /// Frames that fill a page of several bands.
    private func frames(changing changed: Int? = nil) throws -> [RenderedFrame] {
        let side = 256
        let size = try #require(PixelSize(width: side, height: side))
        return (0..<48).map { number in
            var image = StraightImage(size: size)
            var state = UInt32(number) &+ (number == changed ? 1000 : 1)
            for y in 0..<side {
                for x in 0..<side where (x - 128) * (x - 128) + (y - 128) * (y - 128) < 16384 {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    image[x, y] = StraightPixel(
                        r: UInt8(x),
                        g: UInt8(y),
                        b: UInt8(truncatingIfNeeded: state >> 28),
                        a: 128 + UInt8(truncatingIfNeeded: state >> 30)
                    )
                }
            }
            return RenderedFrame(name: "f\(number)", image: image)
        }
    }

    private func encoded(
        _ frames: [RenderedFrame],
        _ settings: AtlasSettings,
        reusing known: @escaping PageBand.Known = { _ in nil }
    ) async throws -> EncodedPage {
        let list = PackingList(frames, settings: settings, traits: [:], sides: [])
        let layout = try list.packed(keeping: nil)
        try #require(layout.pages.count == 1)
        return try await PageDrawing(layout, page: 0, scale: 1)
            .encoded(as: "page.png", in: Lanes(2), reusing: known)
    }

    @Test(arguments: [nil, 0, 3])
    func `only bands that show a change are compressed again`(bleed: Int?) async throws {
        var settings = Self.settings
        settings.bleed = bleed
        let before = try await encoded(try frames(), settings)
        let files = try #require(pngBands(of: before.bytes))
        #expect(before.bands.map(\.index) == Array(files.indices) && files.count >= 5)
        let known = before.bands.reduce(into: [Digest: PageBand]()) { $0[$1.key] = $1 }
        let taken = Mutex<Set<Int>>([])
        let changed = try frames(changing: 5)
        let after = try await encoded(changed, settings) { key in
            guard let band = known[key] else { return nil }
            taken.withLock { _ = $0.insert(band.index) }
            return (files[band.index], band.checksum)
        }
        #expect(try await after.bytes == encoded(changed, settings).bytes)
        #expect(after.bytes != before.bytes)
        // A sprite is in two bands, and in what is above a third, at most.
        let count = taken.withLock { $0.count }
        #expect(count < files.count && count >= files.count - 3)
    }

    @Test func `other settings take over nothing`() async throws {
        let settings = Self.settings
        let before = try await encoded(try frames(), settings)
        let keys = Set(before.bands.map(\.key))
        var others = [settings, settings, settings]
        others[0].bleed = 2
        others[1].effort = .balanced
        others[2].isPremultiplied = true
        for other in others {
            let after = try await encoded(try frames(), other)
            #expect(!after.bands.isEmpty && keys.isDisjoint(with: after.bands.map(\.key)))
        }
        var palette = settings
        palette.pixels = .palette
        #expect(try await encoded(try frames(), palette).bands == [])
    }
}
