import Bake
import Catalog
import Diagnostics
import Raster
import Testing

private func figure(_ x: Int, _ y: Int) -> Bool { disk(x, y, at: (32, 32), radius: 20) > 0.5 }

private func base(_ image: StraightImage) -> CheckedPicture {
    CheckedPicture(path: "dog.png", image: image, isBase: true)
}

/// Backgrounds that are no flat color.
@Suite struct BoxTests {
    private let box = """
        dog.png: error[baked-background]: the picture has a background baked in, found no clear pixel around the subject
          help: export it with transparency; a whole scene belongs into "images"; more checks of its figure run after that
        """

    @Test func `a pet on a gradient is in a box`() {
        let gradient = paint(64, 64) { x, y in
            figure(x, y) ? ink(1) : StraightPixel(r: UInt8(x * 3), g: UInt8(60 + y * 2), b: 200)
        }
        #expect(found(base(gradient)) == [box])
        // A scene of its own may fill its frame.
        let scene = CheckedPicture(path: "room.png", image: gradient, isScene: true)
        #expect(found(scene) == [])
        // An overlay may be a poster: how large it is seen decides.
        #expect(found(gradient) == [])
    }

    @Test(arguments: [(0, 20), (20, 0), (6, 6)])
    func `bars around a scene are reported, with where they are`(columns: Int, rows: Int) {
        let room = paint(160, 120) { x, y in
            (columns..<160 - columns).contains(x) && (rows..<120 - rows).contains(y)
                ? StraightPixel(r: UInt8(60 + x), g: UInt8(60 + y), b: 180)
                : StraightPixel(r: 0, g: 0, b: 0)
        }
        let scene = CheckedPicture(path: "room.png", image: room, isScene: true)
        let sides = [("top", rows), ("bottom", rows), ("left", columns), ("right", columns)]
        let bars = sides.filter { $0.1 > 0 }.map { "\($0.1) pixels at the \($0.0)" }
        #expect(
            found(scene) == [
                """
                room.png: note[plain-border]: the picture has black bars, found \(bars.joined(separator: ", "))
                  help: crop it, unless they are meant
                """
            ]
        )
        #expect(
            found(CheckedPicture(path: "hat.png", image: room)).allSatisfy { !$0.contains("bars") }
        )
    }

    @Test func `a pet before a landscape is in a box`() {
        let scene = paint(64, 64) { x, y in
            let noise = UInt8((x * 37 + y * 91 + x * y) % 40)
            return figure(x, y)
                ? ink(1)
                : y < 40
                    ? StraightPixel(r: 90 + noise, g: 160, b: 220)
                    : StraightPixel(r: 60, g: 140 + noise, b: 50)
        }
        #expect(found(base(scene)) == [box])
    }

    @Test func `a pet that has something clear around it is in no box`() {
        let clear = paint(64, 64) { x, y in figure(x, y) ? ink(1) : .clear }
        #expect(found(base(clear)) == [])
        // A blob that fills its frame but for its corners.
        let blob = paint(64, 64) { x, y in
            ink(disk(x, y, at: (32, 32), radius: 40), r: UInt8(100 + y))
        }
        #expect(found(base(blob)).contains { $0.contains("baked-background") } == false)
        // An animal's head that fills its square but for round corners.
        let square = paint(64, 64) { x, y in
            let toSide = min(x, 63 - x) + min(y, 63 - y)
            return toSide < 2 ? .clear : y < 30 ? ink(1) : ink(1, r: 60, g: 200, b: 90)
        }
        #expect(found(base(square)) == [])
        // One color is a tile.
        #expect(found(base(paint(64, 64) { _, _ in ink(1) })) == [])
    }

    @Test func `a plate behind a pet is a box`() {
        func plate(_ inset: Int, corner: Int = 0) -> StraightImage {
            paint(64, 64) { x, y in
                let inside = inset..<64 - inset
                guard inside.contains(x), inside.contains(y) else { return .clear }
                let toSide = (min(x - inset, 63 - inset - x), min(y - inset, 63 - inset - y))
                if toSide.0 + toSide.1 < corner { return .clear }
                return figure(x, y) ? ink(1) : StraightPixel(r: 90, g: 140, b: 200)
            }
        }
        #expect(
            found(base(plate(4))) == [
                """
                dog.png: error[baked-background]: the picture shows a rectangle of #5A8CC8, found at 56x56+4+4
                  help: if it is a background, export the picture with transparency
                """
            ]
        )
        // A small one may be what the pet is: a robot, a slice of toast.
        #expect(
            found(base(plate(11))).map { $0.prefix(41) } == [
                "dog.png: warning[baked-background]: the p"
            ]
        )
        // Round corners, and an overlay: a card.
        #expect(found(base(plate(4, corner: 12))) == [])
        #expect(found(plate(4)) == [])
    }
}

/// Subjects that are cut off.
@Suite struct CutTests {
    /// A pet with an outline: a head on a body on two feet, its lowest pixels at a row.
    private func pet(_ side: Int = 128, bottom: Int = 112) -> StraightImage {
        let middle = Double(side) / 2
        func cover(_ x: Int, _ y: Int, _ grown: Double) -> Double {
            let low = Double(bottom)
            return [
                disk(x, y, at: (middle, low - 62), radius: 30 + grown),
                disk(x, y, at: (middle, low - 30), radius: 22 + grown),
                disk(x, y, at: (middle - 12, low - 10), radius: 7 + grown),
                disk(x, y, at: (middle + 12, low - 10), radius: 7 + grown),
            ].max() ?? 0
        }
        return paint(side, side) { x, y in
            if cover(x, y, 0) > 0.5 {
                return abs(x - side / 2) < 8 ? ink(1, r: 250, g: 240, b: 220) : ink(1)
            }
            return ink(cover(x, y, 3), r: 80, g: 50, b: 40)
        }
    }

    /// A row of pictures of one size as an animation.
    private func sheet(_ frames: [StraightImage]) throws -> CheckedPicture {
        let size = frames[0].size
        var image = StraightImage(
            size: try #require(PixelSize(width: size.width * frames.count, height: size.height))
        )
        var cells: [PixelRect] = []
        for (index, frame) in frames.enumerated() {
            let corner = PixelPoint(x: index * size.width, y: 0)
            image.copy(from: frame, at: corner)
            cells += [PixelRect(origin: corner, size: size)].compactMap(\.self)
        }
        return CheckedPicture(path: "dog.png", image: image, frames: cells, isBase: true)
    }

    private func erased(_ image: StraightImage, below row: Int) -> StraightImage {
        paint(image.width, image.height) { x, y in y < row ? image[x, y] : .clear }
    }

    private func moved(_ image: StraightImage, down rows: Int) -> StraightImage {
        paint(image.width, image.height) { x, y in y >= rows ? image[x, y - rows] : .clear }
    }

    private func cut(_ edge: String, more: Int = 2) -> [String] {
        [
            """
            dog.png: warning[clipped]: frame 0 is cut off at its \(edge) edge, and so are \(more) more
              help: leave a clear margin around the subject, or enlarge the canvas
            """
        ]
    }

    @Test func `feet that the frame cuts off are reported`() throws {
        let cutOff = moved(pet(), down: 36)
        #expect(
            found(try sheet([cutOff, cutOff, cutOff]))
                == cut("bottom").map { $0.replacing("warning", with: "note") }
        )
    }

    @Test func `who stands on a line within the frame is not cut`() throws {
        let flat = erased(pet(), below: 90)
        #expect(found(try sheet([flat, flat, flat])) == [])
    }

    @Test func `who stands on the lower edge is not cut`() throws {
        let lowest = try #require(pet().opaqueBounds(above: 15)).maxY
        let standing = moved(pet(), down: 128 - lowest)
        #expect(found(try sheet([standing, standing, standing])) == [])
        // Flat soles of one color.
        let low = pet(bottom: 124)
        let soles = paint(128, 128) { x, y in
            y >= 120 && low[x, 119].a > 0
                ? ink(1, r: 80, g: 50, b: 40) : y < 120 ? low[x, y] : .clear
        }
        #expect(found(try sheet([soles, soles])) == [])
    }

    @Test func `a subject that two opposite sides cut off is reported`() throws {
        let whole = pet()
        let narrow = paint(48, 128) { x, y in whole[x + 40, y] }
        #expect(found(try sheet([narrow, narrow, narrow])).first?.contains("[clipped]: ") == true)
        // What was trimmed to its subject touches all edges.
        let bounds = try #require(whole.opaqueBounds(above: 15))
        #expect(found(base(whole.cropped(to: bounds))) == [])
    }
}
