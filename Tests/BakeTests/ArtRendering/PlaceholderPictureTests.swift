import Bake
import FileStore
import Raster
import Testing

@Suite struct PlaceholderPictureTests {
    @Test func `the hue is that of the id's digest`() {
        // The SHA-256 of "dog" begins with cd, 63.
        #expect(Digest(of: Array("dog".utf8)).text.hasPrefix("cd63"))
        let picture = PlaceholderPicture(id: "dog", width: 64, height: 64)
        #expect(picture.hue == Double(0xCD63) / 65_536)
        #expect(picture.fill != PlaceholderPicture(id: "cat", width: 64, height: 64).fill)
    }

    @Test(arguments: ["dog", "a", "x1", "hat", "zebra", "q.q", "moon", "77"])
    func `text is dark on bright`(id: String) {
        func light(_ pixel: StraightPixel) -> Int {
            2126 * Int(pixel.r) + 7152 * Int(pixel.g) + 722 * Int(pixel.b)
        }
        let picture = PlaceholderPicture(id: id, width: 64, height: 64)
        #expect(light(picture.fill) > 3 * light(picture.ink))
        #expect(picture.fill.a == 255 && picture.ink.a == 255)
    }

    @Test(arguments: [1, 2, 3])
    func `the border is one pixel at every scale, and corners are round`(scale: Int) throws {
        let picture = PlaceholderPicture(id: "dog", width: 48, height: 32)
        let image = try #require(picture.frame(0, scale: scale))
        #expect(image.width == 48 * scale && image.height == 32 * scale)
        #expect(image[0, 0].a == 0 && image[image.width - 1, image.height - 1].a == 0)
        let y = image.height / 2
        #expect(image[0, y] == picture.ink && image[1, y] == picture.fill)
        #expect(image[image.width / 2, 0] == picture.ink)
        #expect(image[image.width / 2, 1] == picture.fill)
        let colors = Set(image.pixels)
        // Nothing is resampled.
        #expect(colors == [.clear, picture.ink, picture.fill])
    }

    @Test(arguments: [(1, 1), (2, 2), (1, 40), (8, 8), (40, 1), (3, 3)])
    func `however small, each frame shows something, and shows it in its color`(
        width: Int,
        height: Int
    ) throws {
        let picture = PlaceholderPicture(
            id: "a_very_long_id.of_something",
            width: width,
            height: height,
            frameCount: 3
        )
        for number in 0..<3 {
            let image = try #require(picture.frame(number, scale: 1))
            #expect(image.width == width && image.height == height)
            #expect(image.pixels.contains { $0.a == 255 })
        }
    }

    @Test(arguments: [8, 16, 24, 64, 200])
    func `frames differ, by a number or by a bar`(side: Int) throws {
        let picture = PlaceholderPicture(id: "dog", width: side, height: side, frameCount: 4)
        let frames = (0..<4).compactMap { picture.frame($0, scale: 1) }
        #expect(frames.count == 4 && Set(frames.map(\.pixels)).count == 4)
    }

    @Test func `text stays inside, whatever it is`() throws {
        let ids = [
            String(repeating: "w", count: 64), "a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p", "Häkelmütze 🎩",
            "",
        ]
        for id in ids {
            for side in [12, 20, 33, 64, 128] {
                let picture = PlaceholderPicture(id: id, width: side, height: side)
                let image = try #require(picture.frame(0, scale: 2))
                // Between the border and the text, off the corners.
                for place in (2 * side / 3)..<(4 * side / 3) {
                    #expect(image[1, place] == picture.fill, "\(id) at \(side)")
                    #expect(image[place, 1] == picture.fill, "\(id) at \(side)")
                    #expect(image[place, 2 * side - 2] == picture.fill, "\(id) at \(side)")
                }
            }
        }
    }
}
