import Bake
import Catalog
import Diagnostics
import Raster
import Testing

private func animation(_ name: String, _ frames: [Int]) throws -> SheetAnimation {
    let frames = frames.map { "\($0)" }.joined(separator: ",")
    let catalog = try catalog(
        #""sheets": {"a": {"animations": {"\#(name)": {"frames": "\#(frames)"}}}}"#
    )
    return try #require(catalog.sheet(for: "a").value.animations.first)
}

/// Frames of 64 pixels side by side, as a base with one animation of all or with those given.
private func sheet(
    _ frames: [StraightImage],
    _ animations: [(String, [Int])]? = nil,
    isBase: Bool = true
) throws -> CheckedPicture {
    var image = StraightImage(size: try #require(PixelSize(width: 64 * frames.count, height: 64)))
    var cells: [PixelRect] = []
    for (index, frame) in frames.enumerated() {
        image.copy(from: frame, at: PixelPoint(x: 64 * index, y: 0))
        cells.append(try #require(PixelRect(x: 64 * index, y: 0, width: 64, height: 64)))
    }
    return CheckedPicture(
        path: "dog.png",
        image: image,
        frames: cells,
        animations: try (animations ?? [("idle", Array(frames.indices))]).map(animation),
        isBase: isBase
    )
}

/// The frames of a sheet, and how the subject moves through them.
@Suite struct FrameCheckTests {
    @Test func `a picture that shows nothing is an error`() {
        let faint = paint(16, 16) { _, _ in StraightPixel(r: 9, g: 9, b: 9, a: 15) }
        #expect(
            found(faint) == [
                """
                a.png: error[empty-picture]: the picture shows nothing
                  help: was it exported with its layers hidden, or keyed away?
                """
            ]
        )
    }

    @Test func `every frame is shown by an animation`() throws {
        let frames = [ball(), ball(), ball(), ball()]
        #expect(
            found(try sheet(frames, [("idle", [0, 1, 2])])).filter { $0.contains("unused") } == [
                """
                dog.png: note[unused-frames]: no animation shows frame 3
                  help: add to the "frames" of an animation what belongs to it
                """
            ]
        )
        let all = try sheet(frames, [("idle", [0, 1]), ("walk", [2, 3])])
        #expect(found(all).contains { $0.contains("unused") } == false)
    }

    @Test func `a pet is seen in every frame of an animation`() throws {
        let clear = StraightImage(size: try #require(PixelSize(width: 64, height: 64)))
        let frames = [ball(), clear, ball(), clear]
        #expect(
            found(try sheet(frames, [("idle", [0, 1, 2])])) == [
                """
                dog.png: warning[empty-frame]: the animation shows nothing at frame 1
                  help: leave it out of "frames", or draw it
                """
            ]
        )
        #expect(
            found(try sheet(frames, [("idle", [0, 2])])).contains { $0.contains("empty") } == false
        )
        // Glasses seen from behind.
        #expect(found(try sheet(frames, isBase: false)) == [])
    }

    @Test(arguments: [(columns: 4, isCut: false), (columns: 8, isCut: true)])
    func `a grid that cuts the figures of an image is named`(columns: Int, isCut: Bool) throws {
        var coins = StraightImage(size: try #require(PixelSize(width: 256, height: 64)))
        for x in 0..<4 { coins.copy(from: ball(), at: PixelPoint(x: x * 64, y: 0)) }
        let width = 256 / columns
        let picture = CheckedPicture(
            path: "coins.png",
            image: coins,
            frames: (0..<columns).compactMap {
                PixelRect(x: $0 * width, y: 0, width: width, height: 64)
            },
            isScene: true
        )
        let found = checkPicture(picture).filter { $0.id == "grid-cuts-figures" }
        #expect(
            found.map(\.help)
                == (isCut ? [#"set "grid": {"columns": 4, "rows": 1}"#] : [])
        )
    }

    @Test func `frames outside the sheet are named`() throws {
        let picture = CheckedPicture(
            path: "a.png",
            image: ball(),
            frames: [try #require(PixelRect(x: 32, y: 0, width: 33, height: 64))]
        )
        #expect(
            found(picture) == [
                """
                a.png: error[grid-does-not-fit]: a frame lies outside of the sheet, found 33x64+32+0, expected within 64x64
                  help: compare "grid" with the picture's size
                """
            ]
        )
    }

    @Test func `an animation of equal frames is noted`() throws {
        #expect(
            found(try sheet([ball(), ball(), ball()])) == [
                """
                dog.png: note[duplicate-frames]: all 3 frames of animation "idle" are equal
                  help: one frame is enough
                """
            ]
        )
        var other = ball()
        other[32, 32] = ink(1, r: 0)
        #expect(found(try sheet([ball(), other, ball()])) == [])
        #expect(found(try sheet([ball()], [("idle", [0, 0])])) == [])
    }

    // MARK: Motion

    @Test func `a subject keeps its size`() throws {
        let (large, small) = (ball(radius: 24), ball(radius: 12))
        #expect(
            found(try sheet([large, small], [("idle", [0, 1])])) == [
                """
                dog.png: warning[size-jump]: the subject changes its size within animation "idle", found 50 % in frame 1 of what it is in frame 0
                  help: draw all frames at one scale
                """
            ]
        )
        #expect(
            found(try sheet([large, small], [("idle", [0]), ("walk", [1])])) == [
                """
                dog.png: warning[size-jump]: the subject changes its size between animations, found 50 % in "walk" of what it is in "idle"
                  help: draw both at one scale
                """
            ]
        )
        #expect(
            found(
                try sheet(
                    [ball(radius: 24), ball(radius: 18)],
                    [("a", [0]), ("b", [1]), ("c", [0, 1])]
                )
            ) == []
        )
        #expect(found(try sheet([large, small], isBase: false)) == [])
    }

    @Test func `feet that tremble are noted`() throws {
        let frames = [0.0, 1, 0, 1].map { ball(at: (32, 32 + $0)) }
        #expect(
            found(try sheet(frames)) == [
                """
                dog.png: note[feet-jitter]: the lower edge of the subject jitters in animation "idle", found it at rows 51, 52, 51, 52
                  help: put the feet of all frames on one line
                """
            ]
        )
        // One bob up and down, and hops.
        #expect(found(try sheet([0.0, 1, 1, 0].map { ball(at: (32, 32 + $0)) })) == [])
        #expect(found(try sheet([0.0, 8, 0, 8].map { ball(at: (32, 32 + $0)) })) == [])
    }

    @Test func `outfits show the pet in its size`() {
        func size(_ name: String, _ radius: Double, density: Int = 1) -> SubjectSize {
            let picture = CheckedPicture(
                path: "x.png",
                image: ball(radius: radius),
                density: density
            )
            return SubjectSize(
                name: name,
                location: nil,
                areas: picture.measures.map(\.area),
                pointsPerPixel: 1 / Double(density)
            )
        }
        let bare = size("species \"dog\"", 24)
        #expect(
            checkSizes(of: [size("item \"coat\"", 12), size("item \"robe\"", 26)], against: bare)
                .map(\.description)
                == [
                    """
                    warning[size-jump]: item "coat" shows the pet in another size, found 50 % of species "dog"
                      help: draw both at one scale, or say the density in the file's name (@2x)
                    """
                ]
        )
        #expect(
            checkSizes(of: [size("a", 12, density: 1)], against: size("b", 24, density: 2)) == []
        )
    }
}
