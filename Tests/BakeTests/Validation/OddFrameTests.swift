import Bake
import Catalog
import Diagnostics
import Raster
import Testing

/// A pet of 128 pixels a side: a head with two eyes on a body; the mouth opens with `phase`.
private func pet(
    at center: (x: Double, y: Double) = (64, 70),
    phase: Int = 0,
    tint: (UInt8, UInt8, UInt8) = (200, 120, 60)
) -> StraightImage {
    paint(128, 128) { x, y in
        let eyes =
            disk(x, y, at: (center.x - 9, center.y - 24), radius: 3)
            + disk(x, y, at: (center.x + 9, center.y - 24), radius: 3)
        if eyes > 0.5 { return ink(1, r: 20, g: 20, b: 20) }
        if disk(x, y, at: (center.x, center.y - 12), radius: 2 + Double(phase)) > 0.5 {
            return ink(1, r: 150, g: 40, b: 40)
        }
        let cover = max(
            disk(x, y, at: (center.x, center.y - 20), radius: 22),
            disk(x, y, at: (center.x, center.y + 14), radius: 18)
        )
        return ink(cover, r: tint.0, g: tint.1, b: tint.2)
    }
}

private func over(_ image: StraightImage, _ other: StraightImage) -> StraightImage {
    paint(image.width, image.height) { x, y in
        other[x, y].a > 0 ? other[x, y] : image[x, y]
    }
}

/// Frames side by side; each animation plays some of them.
private func sheet(
    _ frames: [StraightImage],
    _ animations: [(String, String)]? = nil,
    isBase: Bool = true
) throws -> CheckedPicture {
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
    let played = (animations ?? [("idle", "0-\(frames.count - 1)")]).map {
        "\"\($0.0)\": {\"frames\": \"\($0.1)\"}"
    }
    let catalog = try catalog(
        "\"sheets\": {\"a\": {\"animations\": {\(played.joined(separator: ", "))}}}"
    )
    return CheckedPicture(
        path: "dog.png",
        image: image,
        frames: cells,
        animations: catalog.sheet(for: "a").value.animations,
        isBase: isBase
    )
}

/// Frames that are unlike those next to them.
@Suite struct OddFrameTests {
    private let idle = [pet(), pet(phase: 1), pet(phase: 2), pet(phase: 1)]

    private func idle(with odd: StraightImage, at frame: Int = 2) -> [StraightImage] {
        var frames = idle
        frames[frame] = odd
        return frames
    }

    @Test func `an animation that breathes is fine`() throws {
        #expect(found(try sheet(idle)) == [])
    }

    @Test func `a subject that is suddenly far aside is reported`() throws {
        #expect(
            found(try sheet(idle(with: pet(at: (94, 70), phase: 2)))) == [
                """
                dog.png: warning[place-jump]: the subject jumps sideways within animation "idle", found it 30 pixels to the right in frame 2 of where it is in frame 1
                  help: put the subject at one place in all frames
                """
            ]
        )
        // In two frames that were put in the wrong column of a drawing, too.
        let swapped = [pet(), pet(at: (40, 70)), pet(), pet(at: (40, 70))]
        #expect(found(try sheet(swapped)).contains { $0.contains("24 pixels to the left") })
    }

    @Test func `steps, hops and lunges are no jumps to the side`() throws {
        // Sways, hops far up while it moves aside, and reaches out with an arm.
        let sways = [56.0, 64, 72, 64].map { pet(at: ($0, 70)) }
        #expect(found(try sheet(sways)) == [])
        let hops = [pet(at: (40, 82)), pet(at: (64, 60)), pet(at: (88, 82))]
        #expect(found(try sheet(hops)) == [])
        let lunge = over(
            pet(at: (90, 70)),
            paint(128, 128) { x, y in
                (20..<90).contains(x) && (78..<84).contains(y) ? ink(1, r: 180) : .clear
            }
        )
        #expect(found(try sheet([pet(at: (60, 70)), lunge, pet(at: (60, 70))])) == [])
        #expect(found(try sheet(idle(with: pet(at: (94, 70))), isBase: false)) == [])
    }

    @Test func `a second figure in one frame is reported`() throws {
        let other = paint(128, 128) { x, y in ink(disk(x, y, at: (18, 24), radius: 16)) }
        let reported = found(try sheet(idle(with: over(pet(), other))))
        #expect(reported.count == 1)
        #expect(
            reported.first?.hasPrefix(
                "dog.png: warning[odd-frame]: frame 2 shows something that no other frame of animation \"idle\" does, found a second figure of "
            ) == true
        )
        // A ball that it throws is small, and one that it juggles is there all the time.
        let ball = paint(128, 128) { x, y in ink(disk(x, y, at: (18, 24), radius: 12)) }
        let thrown = found(try sheet(idle(with: over(pet(), ball))))
        #expect(thrown.count == 1 && thrown[0].hasPrefix("dog.png: note[odd-frame]: "))
        #expect(found(try sheet(idle.map { over($0, other) })) == [])
    }

    @Test func `a hole in one frame is reported`() throws {
        func holed(_ image: StraightImage, _ center: (Double, Double)) -> StraightImage {
            paint(128, 128) { x, y in
                disk(x, y, at: center, radius: 6) > 0.5 ? .clear : image[x, y]
            }
        }
        let odd = holed(pet(phase: 2), (64, 86))
        let reported = found(try sheet(idle(with: odd)))
        #expect(reported.count == 1)
        #expect(
            reported.first?.hasPrefix(
                "dog.png: warning[odd-frame]: frame 2 has a hole that no other frame of animation \"idle\" has, found about "
            ) == true
        )
        // A ring is one in all frames; an arm on the hip moves what is around the hole.
        #expect(found(try sheet(idle.map { holed($0, (64, 86)) })) == [])
        let arm = over(
            pet(at: (40, 70)),
            paint(128, 128) { x, y in
                let ring = disk(x, y, at: (64, 84), radius: 14)
                return disk(x, y, at: (64, 84), radius: 8) > 0.5 ? .clear : ink(ring)
            }
        )
        #expect(
            found(try sheet(idle(with: arm))).contains { $0.contains("has a hole") } == false
        )
    }

    @Test func `a frame of other hues is reported`() throws {
        let blue = pet(phase: 2, tint: (90, 110, 210))
        #expect(
            found(try sheet(idle(with: blue))) == [
                """
                dog.png: warning[odd-frame]: frame 2 has other hues than the other frames of animation "idle"
                  help: compare its colors with the others', unless it is a flash
                """
            ]
        )
        // Light that comes and goes.
        let glow = [0, 3, 6, 3].map { (step: UInt8) in pet(tint: (200, 120 + step, 60 + 2 * step)) }
        #expect(found(try sheet(glow)) == [])
    }

    @Test func `two animations that show the same are noted`() throws {
        let frames = [pet(), pet(phase: 2), pet(), pet(phase: 2)]
        #expect(
            found(try sheet(frames, [("idle", "0-1"), ("wave", "2-3")])) == [
                """
                dog.png: note[duplicate-frames]: animations "idle" and "wave" show the same, found 2 equal frames
                  help: draw the second, or let both name the same frames
                """
            ]
        )
        #expect(found(try sheet(Array(frames[..<2]), [("idle", "0-1"), ("wave", "0-1")])) == [])
        let other = [pet(), pet(phase: 2), pet(), pet(phase: 3)]
        #expect(found(try sheet(other, [("idle", "0-1"), ("wave", "2-3")])) == [])
    }

    @Test func `a frame exported unlike the others is found`() throws {
        func changed(_ change: (StraightPixel) -> StraightPixel) -> StraightImage {
            let frame = pet(phase: 2)
            return paint(128, 128) { change(frame[$0, $1]) }
        }
        let faint = changed { StraightPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a / 5 * 3) }
        #expect(
            found(try sheet(idle(with: faint))) == [
                """
                dog.png: note[odd-frame]: frame 2 is unlike the others of animation "idle": found it 60 % opaque, the others fully
                  help: set the opacity of its layer to 100 %, and export it again
                """
            ]
        )
        let pale = changed {
            StraightPixel(
                r: 102 + $0.r / 5 * 3,
                g: 102 + $0.g / 5 * 3,
                b: 102 + $0.b / 5 * 3,
                a: $0.a
            )
        }
        #expect(
            found(try sheet(idle(with: pale))).contains {
                $0.contains("[odd-frame]: frame 2 ")
            }
        )
    }

    @Test func `a mark next to one frame is found, and marks in all frames`() throws {
        func marked(_ frame: StraightImage) -> StraightImage {
            paint(128, 128) { x, y in
                (4..<14).contains(x) && (4..<9).contains(y)
                    ? ink(1, r: 90, g: 90, b: 90) : frame[x, y]
            }
        }
        #expect(
            found(try sheet(idle(with: marked(pet(phase: 2))))) == [
                """
                dog.png: note[odd-frame]: frame 2 shows something next to the subject that no other frame of animation "idle" does, found it at (4, 4)
                  help: was a mark or another layer left on?
                """
            ]
        )
        #expect(
            found(try sheet(idle.map(marked))) == [
                """
                dog.png: note[sheet-guides]: all frames of animation "idle" have marks at the same place, found them at (4, 4)
                  help: hide the layer with the marks, and export the sheet again
                """
            ]
        )
    }

    @Test func `lines through all cells are found`() throws {
        let ruled = idle.map { frame in
            paint(128, 128) { x, y in y == 116 ? ink(1, r: 0, g: 160, b: 255) : frame[x, y] }
        }
        #expect(
            found(try sheet(ruled)) == [
                """
                dog.png: warning[sheet-guides]: a line runs through all cells, found it in row 116 of each
                  help: hide the layer with the guides, and export the sheet again
                """
            ]
        )
    }

    @Test func `a line around a single picture is found, and a frame for pictures is none`() {
        let line = ink(1, r: 255, g: 0, b: 255)
        func framed(_ image: StraightImage, width: Int) -> StraightImage {
            paint(image.width, image.height) { x, y in
                let edge = min(x, y, image.width - 1 - x, image.height - 1 - y)
                return edge < width ? line : image[x, y]
            }
        }
        #expect(
            found(framed(ball(128, at: (64, 64), radius: 40), width: 1)) == [
                """
                a.png: warning[sheet-guides]: a line runs along all edges of the picture, found #FF00FF
                  help: hide the layer with the frame, and export the picture again
                """
            ]
        )
        let bare = framed(paint(128, 128) { _, _ in .clear }, width: 3)
        #expect(!found(bare).contains { $0.contains("sheet-guides") })
    }

    @Test func `a frame that was copied and not changed is noted`() throws {
        let frames = [pet(), pet(phase: 2), pet(phase: 2), pet(phase: 4)]
        #expect(
            found(try sheet(frames)) == [
                """
                dog.png: note[duplicate-frames]: frames 1 and 2 of animation "idle" are equal, and all others differ
                  help: draw the second, or show the first longer with "durations"
                """
            ]
        )
    }

    @Test func `of three frames that are held, one that differs is all that is found`() throws {
        let faint = paint(128, 128) { x, y in
            let pixel = pet()[x, y]
            return StraightPixel(r: pixel.r, g: pixel.g, b: pixel.b, a: pixel.a / 5 * 3)
        }
        let frames = [faint, pet(), pet(), pet(phase: 2), pet(phase: 4)]
        #expect(
            found(try sheet(frames)) == [
                """
                dog.png: note[odd-frame]: frame 0 is unlike the others of animation "idle": found it 60 % opaque, the others fully
                  help: set the opacity of its layer to 100 %, and export it again
                """
            ]
        )
    }

    @Test func `single pixels far from the subject are noted`() throws {
        let frame = pet()
        let stray = paint(128, 128) { x, y in
            (x == 6 && y == 7) || (x == 120 && y == 80) ? ink(1) : frame[x, y]
        }
        #expect(
            found(try sheet([stray], isBase: false)) == [
                """
                dog.png: note[stray-pixels]: the picture has single pixels far from the subject, found 2, the first at (6, 7)
                  help: erase them: sprites are cut around all that is visible
                """
            ]
        )
        let marked = [0, 2, 4, 6, 8].map { phase in
            let frame = pet(phase: phase)
            return paint(128, 128) { x, y in x == 6 && y == 7 ? ink(1) : frame[x, y] }
        }
        #expect(
            found(try sheet(marked)) == [
                """
                dog.png: note[stray-pixels]: frame 0 has single pixels far from the subject, found 5, the first at (6, 7)
                  help: erase them: sprites are cut around all that is visible
                """
            ]
        )
        // Snow is meant.
        let snow = paint(128, 128) { x, y in
            x % 16 == 3 && y % 16 == 5 ? ink(1) : frame[x, y]
        }
        #expect(found(try sheet([snow], isBase: false)) == [])
    }
}
