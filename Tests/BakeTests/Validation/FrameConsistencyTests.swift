import Bake
import Catalog
import Diagnostics
import Raster
import Testing

/// A cat in a cell of 128 pixels, with its tail at the left, so that it is not its own mirror image.
private struct Cat {
    var foot = (x: 64.0, y: 116.0)
    var size = 1.0
    /// How far its mouth is open.
    var mouth = 0.0
    var isMirrored = false
    var color: (UInt8, UInt8, UInt8) = (200, 120, 60)
    /// How far its tail reaches to the left of its middle.
    var tail = 38.0

    func color(_ x: Double, _ y: Double) -> StraightPixel {
        let across = (x - foot.x) / size * (isMirrored ? -1 : 1)
        let up = (foot.y - y) / size
        func isIn(_ left: Double, _ low: Double, _ right: Double, _ high: Double) -> Bool {
            (left..<right).contains(across) && (low..<high).contains(up)
        }
        func isNear(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
            (across - x) * (across - x) + (up - y) * (up - y) < radius * radius
        }
        if isNear(8, 66, 4) || isNear(22, 66, 4) { return ink(1, r: 20, g: 20, b: 20) }
        if isNear(16, 52, 3 + mouth) { return ink(1, r: 150, g: 40, b: 40) }
        let isBody = isNear(12, 62, 24) || isNear(0, 26, 22) || isIn(-18, 0, -8, 12)
        let isLimb = isIn(6, 0, 16, 12) || isIn(-tail, 36, -14, 44)
        return isBody || isLimb ? ink(1, r: color.0, g: color.1, b: color.2) : .clear
    }
}

private let cell = 128

/// Cats side by side, each drawn over the whole sheet: what reaches out of its cell is in the next one.
private func sheet(
    _ cats: [Cat],
    hasAnimation: Bool = true,
    _ change: (inout StraightImage) -> Void = { _ in }
) throws -> CheckedPicture {
    var image = paint(cats.count * cell, cell) { x, y in
        let own = cats.enumerated().map { index, cat in
            cat.color(Double(x - index * cell) + 0.5, Double(y) + 0.5)
        }
        return own.first { $0.a > 0 } ?? .clear
    }
    change(&image)
    let text = hasAnimation ? #""animations": { "idle": {} }"# : ""
    let catalog = try catalog("\"sheets\": {\"a\": {\(text)}}")
    return CheckedPicture(
        path: "cat.png",
        image: image,
        frames: cats.indices.compactMap {
            PixelRect(x: $0 * cell, y: 0, width: cell, height: cell)
        },
        animations: catalog.sheet(for: "a").value.animations,
        isBase: true
    )
}

/// A frame that is not as the others were drawn: each mutation gives its own finding, and no other.
@Suite struct FrameConsistencyTests {
    private let good = [0.0, 1, 2, 1, 0, 2].map { Cat(mouth: $0) }

    private func mutated(_ change: (inout Cat) -> Void) -> [Cat] {
        var cats = good
        change(&cats[3])
        return cats
    }

    @Test(arguments: [true, false])
    func `an animation that is drawn well is fine`(hasAnimation: Bool) throws {
        #expect(found(try sheet(good, hasAnimation: hasAnimation)) == [])
    }

    @Test(arguments: [(true, "animation \"idle\""), (false, "the sheet")])
    func `a frame that was mirrored is reported`(hasAnimation: Bool, name: String) throws {
        let reported = found(
            try sheet(mutated { $0.isMirrored = true }, hasAnimation: hasAnimation)
        )
        #expect(reported.count == 1)
        #expect(
            reported.first?.hasPrefix(
                "cat.png: warning[mirrored-frame]: frame 3 of \(name) is mirrored, found it "
            ) == true,
            "\(reported)"
        )
    }

    @Test(arguments: [0.88, 1.1])
    func `a frame of another size is reported`(size: Double) throws {
        let reported = found(try sheet(mutated { $0.size = size }))
        #expect(reported.count == 1)
        #expect(
            reported.first?.hasPrefix(
                "cat.png: warning[frame-size]: frame 3 of animation \"idle\" shows the same pose in another size, found "
            ) == true,
            "\(reported)"
        )
    }

    @Test(
        arguments: [
            (8.0, 0.0, "8 pixels to the right"), (-6, 0, "6 pixels to the left"),
            (0, -7, "7 pixels up"), (5, 6, "5 pixels to the right and 6 pixels down"),
        ]
    )
    func `a frame that stands apart is reported`(x: Double, y: Double, where place: String) throws {
        let cats = mutated { $0.foot = ($0.foot.x + x, $0.foot.y + y) }
        #expect(
            found(try sheet(cats)) == [
                """
                cat.png: warning[frame-drift]: frame 3 of animation "idle" stands apart from the others, found it \(place)
                  help: put it in its place, or let "register" do so; a hop has more than one frame
                """
            ]
        )
    }

    @Test func `a tail that reaches into the next cell is reported`() throws {
        #expect(
            found(try sheet(mutated { $0.tail = 76 })) == [
                """
                cat.png: warning[neighbor-sliver]: frame 2 shows a piece of the figure in frame 3, found 96 pixels at its border
                  help: give figures more room, or cut them by what is drawn: "auto": true
                """
            ]
        )
    }

    @Test(arguments: [1, 2, 3, 4, 6])
    func `guides between the cells are reported, and nothing else`(thickness: Int) throws {
        let picture = try sheet(good) { image in
            let line = StraightPixel(r: 255, g: 0, b: 200)
            for x in stride(from: cell, to: image.width, by: cell) {
                for y in 0..<image.height {
                    for column in 0..<thickness { image[x - thickness / 2 + column, y] = line }
                }
            }
        }
        #expect(
            found(picture) == [
                """
                cat.png: warning[sheet-guides]: the cells are divided by lines, found #FF00C8 at all 5 borders between columns
                  help: hide the layer with the guides, and export the sheet again
                """
            ]
        )
    }

    @Test(arguments: [(1, 40), (2, 40), (7, 7), (40, 2), (3, 9)])
    func `cells of a few pixels have no guides`(width: Int, height: Int) {
        let image = paint(4 * width, height) { x, y in ink(1, r: 200, g: UInt8(y), b: 90) }
        let cells = (0..<4).compactMap {
            PixelRect(x: $0 * width, y: 0, width: width, height: height)
        }
        let picture = CheckedPicture(path: "a.png", image: image, frames: cells)
        #expect(!found(picture).contains { $0.contains("sheet-guides") })
    }

    @Test func `figures that fill their cells may touch`() throws {
        let blocks = paint(4 * 64, 64) { x, y in
            y < 8 ? .clear : ink(1, r: UInt8(80 + x / 64 * 5), g: UInt8(y), b: 90)
        }
        let cells = (0..<4).compactMap { PixelRect(x: $0 * 64, y: 0, width: 64, height: 64) }
        let picture = CheckedPicture(path: "a.png", image: blocks, frames: cells)
        #expect(!found(picture).contains { $0.contains("neighbor-sliver") })
    }

    @Test func `a frame of another hue is reported, and one that flashes noted`() throws {
        let tinted = found(try sheet(mutated { $0.color = (150, 140, 90) }))
        #expect(
            tinted.count == 1 && tinted[0].contains("warning[odd-frame]: frame 3 has other hues")
        )
        let flash = found(try sheet(mutated { $0.color = (250, 230, 250) }))
        #expect(flash.count == 1 && flash[0].contains("note[odd-frame]: frame 3 has other hues"))
    }

    @Test func `a frame with nothing but a speck is reported`() throws {
        let reported = found(
            try sheet(good) { image in
                for y in 0..<cell {
                    for x in 3 * cell..<4 * cell {
                        let isSpeck = (3 * cell + 60..<3 * cell + 66).contains(x) && y > 120
                        image[x, y] = isSpeck ? ink(1) : .clear
                    }
                }
            }
        )
        #expect(
            reported == [
                """
                cat.png: warning[empty-frame]: animation "idle" shows no more than a speck at frame 3, found 42 pixels
                  help: leave it out of "frames", or draw it
                """
            ]
        )
    }

    @Test func `a blank cell between others is reported, and one at the end is none`() throws {
        func without(_ frame: Int) throws -> CheckedPicture {
            try sheet(good, hasAnimation: false) { image in
                for y in 0..<cell {
                    for x in frame * cell..<(frame + 1) * cell { image[x, y] = .clear }
                }
            }
        }
        #expect(
            found(try without(3)) == [
                """
                cat.png: warning[empty-frame]: a cell between others shows nothing, found nothing at frame 3
                  help: draw it, or name the frames of an animation without it
                """
            ]
        )
        #expect(found(try without(5)) == [])
    }

    @Test func `a hole and a second figure in one cell are reported`() throws {
        let hole = found(
            try sheet(good) { image in
                for y in 80..<100 {
                    for x in 3 * cell + 54..<3 * cell + 70 { image[x, y] = .clear }
                }
            }
        )
        #expect(hole.count == 1 && hole[0].contains("warning[odd-frame]: frame 3 has a hole"))
        let second = found(
            try sheet(good) { image in
                for y in 4..<34 { for x in 3 * cell + 4..<3 * cell + 44 { image[x, y] = ink(1) } }
            }
        )
        #expect(second.count == 1 && second[0].contains("shows something that no other frame"))
    }

    /// What artists draw on purpose.
    @Test func `hops, squashes, steps and looks to both sides are fine`() throws {
        let hop = [0.0, -10, -18, -10, 0, 0].map { Cat(foot: (64, 116 + $0)) }
        #expect(found(try sheet(hop)) == [])
        let sway = [0.0, 6, 0, -6, 0, 6].map { Cat(foot: (64 + $0, 116)) }
        #expect(found(try sheet(sway)) == [])
        let breath = [1.0, 1.02, 1.04, 1.02, 1, 1].map { Cat(size: $0) }
        #expect(found(try sheet(breath)) == [])
        let looks = [false, false, true, true, false, false].map { Cat(isMirrored: $0) }
        #expect(found(try sheet(looks)) == [])
        let wags = [38.0, 44, 50, 44, 38, 32].map { Cat(tail: $0) }
        #expect(found(try sheet(wags)) == [])
    }
}

/// Rows of pets that nothing cuts.
@Suite struct UncutFigureTests {
    private func row(_ count: Int, over ground: StraightPixel) -> StraightImage {
        paint(count * 110, 128) { x, y in
            for index in 0..<count {
                let cat = Cat(foot: (Double(index * 110) + 56, 116))
                let color = cat.color(Double(x) + 0.5, Double(y) + 0.5)
                if color.a > 0 { return color }
            }
            return ground
        }
    }

    private func reported(_ image: StraightImage, screen: HexColor? = nil) -> [String] {
        var picture = CheckedPicture(path: "cat.png", image: image, isBase: true, screen: screen)
        picture.canvas = PixelSize(width: 128, height: 128)
        return found(picture).filter { $0.contains("[uncut-figures]") }
    }

    @Test func `the report says how a row over a screen becomes frames`() throws {
        let green = StraightPixel(r: 4, g: 248, b: 6)
        let raw = reported(row(6, over: green))
        #expect(raw.count == 1)
        #expect(
            raw.first?.hasPrefix(
                "cat.png: warning[uncut-figures]: the picture shows several figures, found 6 at about "
            ) == true
        )
        #expect(raw.first?.contains("add \"key\": true and \"auto\": true to its rule") == true)
        let keyed = reported(row(6, over: .clear), screen: HexColor(r: 4, g: 248, b: 6))
        #expect(keyed.first?.contains("help: add \"auto\": true to its rule") == true)
    }

    @Test func `one pet, a pet with parts and art that was cut out are fine`() throws {
        let screen = HexColor(r: 4, g: 248, b: 6)
        #expect(reported(row(1, over: .clear), screen: screen) == [])
        #expect(reported(row(6, over: .clear)) == [])
        let sparks = paint(128, 128) { x, y in
            if disk(x, y, at: (64, 70), radius: 30) > 0.5 { return ink(1) }
            return disk(x, y, at: (14, 20), radius: 8) > 0.5 ? ink(1) : .clear
        }
        #expect(reported(sparks, screen: screen) == [])
    }
}
