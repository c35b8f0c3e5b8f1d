import Bake
import Foundation
import Raster
import TestSupport
import Testing

private typealias Paint = (r: UInt8, g: UInt8, b: UInt8)

/// A pet that looks to the left, with its tail at the right, 96 pixels a side; `cloth` covers its body.
private func pet(_ fur: Paint, cloth: Paint? = nil, buttons: Double = 0) -> StraightImage {
    paint(96, 96) { x, y in
        let body = disk(x, y, at: (46, 64), radius: 22)
        let head = disk(x, y, at: (42, 34), radius: 20)
        let tail = disk(x, y, at: (74, 60), radius: 10)
        let cover = max(body, head, tail)
        if disk(x, y, at: (34, 32), radius: 4) > 0.5 { return ink(cover, r: 20, g: 16, b: 24) }
        if disk(x, y, at: (26, 42), radius: 5) > 0.5 { return ink(cover, r: 250, g: 230, b: 210) }
        if disk(x, y, at: (40, 62), radius: buttons) > 0.5 { return ink(cover, r: 250, g: 220) }
        let shade = UInt8((x + y) / 16)
        let paint = body > max(head, tail) ? cloth ?? fur : fur
        return ink(cover, r: paint.r - shade, g: paint.g - shade, b: paint.b - shade)
    }
}

private let orange: Paint = (214, 142, 76)
private let brown: Paint = (120, 84, 60)
private let blue: Paint = (60, 90, 170)
private let red: Paint = (190, 60, 80)

/// A hat with a band, as wide as `width`.
private func hat(_ cloth: Paint, width: Double = 40) -> StraightImage {
    paint(96, 96) { x, y in
        let cover = disk(x, y, at: (48, 30), radius: width / 2)
        if (28..<32).contains(y) { return ink(cover, r: 250, g: 240, b: 230) }
        let shade = UInt8((x + y) / 16)
        return ink(cover, r: cloth.r - shade, g: cloth.g - shade, b: cloth.b - shade)
    }
}

private func room(_ wall: Paint) -> StraightImage {
    paint(120, 80) { x, y in
        let shade = UInt8((3 * x + y) / 16)
        return (20..<50).contains(x) && (15..<40).contains(y)
            ? ink(1, r: 160 - shade, g: 210, b: 250 - shade)
            : ink(1, r: wall.r - shade, g: wall.g - shade, b: wall.b - shade)
    }
}

extension StraightImage {
    fileprivate func changed(_ change: (StraightPixel) -> StraightPixel) -> StraightImage {
        paint(width, height) { change(self[$0, $1]) }
    }

    /// With a black stripe on the body.
    fileprivate var striped: StraightImage {
        paint(width, height) { x, y in
            (40..<46).contains(x) && (56..<76).contains(y)
                ? ink(1, r: 0, g: 0, b: 0) : self[x, y]
        }
    }

    /// Each pixel is the mean of those up to two pixels away.
    fileprivate var blurred: StraightImage {
        paint(width, height) { x, y in
            var sums = SIMD4<Int>()
            for row in max(0, y - 2)...min(height - 1, y + 2) {
                for column in max(0, x - 2)...min(width - 1, x + 2) {
                    let pixel = self[column, row]
                    let alpha = Int(pixel.a)
                    sums &+= SIMD4(
                        Int(pixel.r) * alpha,
                        Int(pixel.g) * alpha,
                        Int(pixel.b) * alpha,
                        alpha
                    )
                }
            }
            let alpha = max(1, sums[3])
            return StraightPixel(
                r: UInt8(sums[0] / alpha),
                g: UInt8(sums[1] / alpha),
                b: UInt8(sums[2] / alpha),
                a: UInt8(sums[3] / 25)
            )
        }
    }

    fileprivate var mirrored: StraightImage {
        paint(width, height) { self[width - 1 - $0, $1] }
    }

    /// A share of the size, standing at the same place.
    fileprivate func scaled(by factor: Double) -> StraightImage {
        paint(width, height) { x, y in
            let column = Int((Double(x) - 48) / factor + 48)
            let row = Int((Double(y) - 86) / factor + 86)
            return column >= 0 && row >= 0 && column < width && row < height
                ? self[column, row] : .clear
        }
    }
}

/// Pictures of one game next to each other.
struct SiblingPictureTests {
    private func found(_ changes: [String: StraightImage] = [:]) async throws -> [String] {
        var art: [String: StraightImage] = [
            "cat_pet": pet(orange), "dog_pet": pet(brown),
            "cat_pet_coat": pet(orange, cloth: blue), "dog_pet_coat": pet(brown, cloth: blue),
            "cat_pet_robe": pet(orange, cloth: red, buttons: 4),
            "dog_pet_robe": pet(brown, cloth: red, buttons: 4),
            "overlay_cap": hat(red), "overlay_hood": hat(blue), "overlay_beret": hat(brown),
            "overlay_straw": hat(orange, width: 44),
            "overlay_crown": hat((240, 200, 60), width: 36),
            "day": room((240, 220, 190)), "night": room((90, 90, 130)),
            "hall": room((200, 120, 120)), "yard": room((120, 190, 120)),
            "park": room((150, 200, 90)),
        ]
        art.merge(changes) { $1 }
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 },
            "slots": { "head": {} },
            "species": [{ "id": "cat" }, { "id": "dog" }],
            "items": [{ "id": "coat", "equipStyle": "replaceSprite" },
                      { "id": "robe", "equipStyle": "replaceSprite" },
                      { "id": "cap", "equipStyle": "overlay", "slot": "head" },
                      { "id": "hood", "equipStyle": "overlay", "slot": "head" },
                      { "id": "beret", "equipStyle": "overlay", "slot": "head" },
                      { "id": "straw", "equipStyle": "overlay", "slot": "head" },
                      { "id": "crown", "equipStyle": "overlay", "slot": "head" }],
            "images": [{ "id": "day" }, { "id": "night" }, { "id": "hall" }, { "id": "yard" },
                       { "id": "park" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: Dictionary(uniqueKeysWithValues: art.map { ("\($0.key).png", $0.value) })
        )
        return try await game.findings().map {
            String($0.split(separator: "\n")[0]).replacing("game/art/", with: "")
        }
    }

    @Test func `a game drawn in one way is fine`() async throws {
        expectFindings(try await found(), [])
    }

    @Test func `a picture exported unlike the others is found`() async throws {
        let coat = pet(orange, cloth: blue)
        let faint = coat.changed { StraightPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a / 2) }
        expectFindings(
            try await found(["cat_pet_coat": faint]),
            [
                "cat_pet_coat.png: warning[odd-picture]: the picture is unlike the other 5 pets and outfits: found it 49 % opaque, the others fully"
            ]
        )
        let ghost = coat.changed { StraightPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a / 5) }
        expectFindings(
            try await found(["cat_pet_coat": ghost]),
            [
                "cat_pet_coat.png: warning[odd-picture]: the picture is unlike the other 5 pets and outfits: found it 20 % opaque, the others fully"
            ]
        )
        expectFindings(
            try await found(["cat_pet_coat": coat.blurred]),
            [
                "cat_pet_coat.png: warning[odd-picture]: the picture is unlike the other 5 pets and outfits: found its detail blurred, with 59 % of the contrast between neighboring pixels that the others have at least"
            ]
        )
        let hard = coat.changed { $0.a < 128 ? .clear : StraightPixel(r: $0.r, g: $0.g, b: $0.b) }
        expectFindings(
            try await found(["cat_pet_coat": hard]),
            [
                "cat_pet_coat.png: warning[odd-picture]: the picture is unlike the other 5 pets and outfits: found hard edges, those of the others are soft over 0.8 pixels"
            ]
        )
        let striped = [
            "cat_pet": pet(orange), "dog_pet": pet(brown),
            "dog_pet_coat": pet(brown, cloth: blue),
            "cat_pet_robe": pet(orange, cloth: red, buttons: 4),
            "dog_pet_robe": pet(brown, cloth: red, buttons: 4),
        ].mapValues(\.striped)
        let pale = coat.striped.changed {
            StraightPixel(
                r: 102 + $0.r / 5 * 3,
                g: 102 + $0.g / 5 * 3,
                b: 102 + $0.b / 5 * 3,
                a: $0.a
            )
        }
        expectFindings(
            try await found(striped.merging(["cat_pet_coat": pale]) { $1 }),
            [
                "cat_pet_coat.png: warning[odd-picture]: the picture is unlike the other 5 pets and outfits: found neither dark nor vivid colors, with no channel below 40 %, in the others at most 0 %"
            ]
        )
        let gray = room((120, 190, 120)).changed { StraightPixel(r: $0.g, g: $0.g, b: $0.g) }
        expectFindings(
            try await found(["yard": gray]),
            [
                "yard.png: note[odd-picture]: the picture is unlike the other 4 opaque images: found only grays, the others have colors"
            ]
        )
    }

    @Test func `a washed-out scene is found, and one in fog is not`() async throws {
        let colors: [String: Paint] = [
            "day": (240, 220, 190), "night": (90, 90, 130), "hall": (200, 120, 120),
            "yard": (120, 190, 120), "park": (150, 200, 90),
        ]
        let rooms = colors.mapValues { color in
            let bare = room(color)
            return paint(bare.width, bare.height) { x, y in
                (10..<30).contains(x) && (30..<60).contains(y)
                    ? ink(1, r: 0, g: 0, b: 0) : bare[x, y]
            }
        }
        func found(_ name: String, pale: Double) async throws -> [String] {
            let washed = try #require(rooms[name]).changed {
                func mixed(_ value: UInt8) -> UInt8 {
                    UInt8(Double(value) * (1 - pale) + 255 * pale)
                }
                return StraightPixel(r: mixed($0.r), g: mixed($0.g), b: mixed($0.b), a: $0.a)
            }
            return try await self.found(rooms.merging([name: washed]) { $1 })
        }
        expectFindings(
            try await found("night", pale: 0.4),
            [
                "night.png: note[odd-picture]: the picture is unlike the other 4 opaque images: found neither dark nor vivid colors, with no channel below 40 %, in the others at most 0 %"
            ]
        )
        expectFindings(try await found("day", pale: 0.5), [])
    }

    @Test func `a washed-out overlay is found, and a silver one is not`() async throws {
        let pale = hat(red).changed {
            StraightPixel(
                r: 102 + $0.r / 5 * 3,
                g: 102 + $0.g / 5 * 3,
                b: 102 + $0.b / 5 * 3,
                a: $0.a
            )
        }
        expectFindings(
            try await found(["overlay_cap": pale]),
            [
                "overlay_cap.png: note[odd-picture]: the picture is unlike the other 4 overlays: found neither dark nor vivid colors, with no channel below 51 %, in the others at most 27 %"
            ]
        )
        let silver = hat(red).changed {
            let light = 150 + $0.g / 4
            return StraightPixel(r: light, g: light, b: light, a: $0.a)
        }
        expectFindings(try await found(["overlay_cap": silver]), [])
    }

    @Test func `an overlay whose edges alone are soft or hard is found`() async throws {
        let (cap, blurred) = (hat(red), hat(red).blurred)
        let soft = paint(96, 96) { x, y in
            let (pixel, alpha) = (cap[x, y], blurred[x, y].a)
            let paint = pixel.a > 0 ? pixel : StraightPixel(r: red.r, g: red.g, b: red.b)
            return StraightPixel(r: paint.r, g: paint.g, b: paint.b, a: alpha)
        }
        expectFindings(
            try await found(["overlay_cap": soft]),
            [
                "overlay_cap.png: note[odd-picture]: the picture is unlike the other 4 overlays: found its edges soft over 4.7 pixels, those of the others over 0.8 to 0.9 pixels"
            ]
        )
        let hard = cap.changed { $0.a < 128 ? .clear : StraightPixel(r: $0.r, g: $0.g, b: $0.b) }
        expectFindings(
            try await found(["overlay_cap": hard]),
            [
                "overlay_cap.png: note[odd-picture]: the picture is unlike the other 4 overlays: found hard edges, those of the others are soft over 0.8 to 0.9 pixels"
            ]
        )
    }

    @Test func `a scene that was sharpened is found by the halos at its edges`() async throws {
        // Six posts before a wall, whose edges are one pixel soft.
        func fence(_ wall: Paint, halo: Int = 0) -> StraightImage {
            paint(160, 80) { x, y in
                let place = x % 24
                let post = place < 12 ? 60 : place == 12 || place == 23 ? 30 : 0
                let isNear = [10, 11, 13, 14, 21, 22, 0, 1].contains(place)
                let change = isNear ? (post == 60 ? halo : -halo) : 0
                let shade = UInt8(y / 16)
                func part(_ value: UInt8) -> UInt8 {
                    UInt8(Int(value - shade) - post - change)
                }
                return ink(1, r: part(wall.r), g: part(wall.g), b: part(wall.b))
            }
        }
        let rooms: [String: StraightImage] = [
            "day": fence((220, 190, 130)), "night": fence((120, 110, 150)),
            "hall": fence((200, 140, 120)), "yard": fence((120, 190, 140)),
            "park": fence((150, 200, 120)),
        ]
        expectFindings(try await found(rooms), [])
        let sharp = try await found(rooms.merging(["hall": fence((200, 140, 120), halo: 8)]) { $1 })
        #expect(sharp.count == 1 && sharp[0].contains("of its edges with halos"), "\(sharp)")
    }

    @Test func `white outlines and marks that others do not have are found`() async throws {
        let cap = hat(red)
        let outlined = paint(96, 96) { x, y in
            cap[x, y].a > 128
                ? cap[x, y]
                : ink(disk(x, y, at: (48, 30), radius: 24), r: 255, g: 255, b: 255)
        }
        let signed = paint(96, 96) { x, y in
            (44..<49).contains(y) && x < 24 && x % 8 < 5 ? ink(1, r: 90, g: 90, b: 90) : cap[x, y]
        }
        for (image, words) in [
            (outlined, "% of its outline white, of the others at most "),
            (signed, "found 3 small things next to it, in the others at most one"),
        ] {
            let found = try await found(["overlay_cap": image])
            #expect(found.count == 1, "\(found)")
            #expect(
                found.first?.hasPrefix("overlay_cap.png: note[odd-picture]") == true,
                "\(found)"
            )
            #expect(found.first?.contains(words) == true, "\(found)")
        }
    }

    @Test func `an overlay that was moved is found`() async throws {
        let cap = hat(red)
        let moved = paint(96, 96) { x, y in y < 24 ? .clear : cap[x, y - 24] }
        expectFindings(
            try await found(["overlay_cap": moved]),
            [
                "overlay_cap.png: note[odd-picture]: the picture is not where the other 4 of slot \"head\" are, found it 24 points lower"
            ]
        )
    }

    @Test func `a pet in another size than its outfits is found`() async throws {
        expectFindings(
            try await found(["cat_pet": pet(orange).scaled(by: 0.85)]),
            [
                "cat_pet.png: warning[size-jump]: species \"cat\" has another size than all of its outfits show, found 85 % of that"
            ]
        )
    }

    @Test func `a picture with a few colors is not called gray`() async throws {
        let gray = room((120, 190, 120))
        let flower = paint(gray.width, gray.height) { x, y in
            let light = gray[x, y].g
            return disk(x, y, at: (70, 60), radius: 4) > 0.5
                ? ink(1, r: 220, g: 40, b: 60) : StraightPixel(r: light, g: light, b: light)
        }
        #expect(!(try await found(["yard": flower])).contains { $0.contains("only grays") })
    }

    @Test func `two others suffice to find a picture without colors`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 },
            "images": [{ "id": "day" }, { "id": "night" }, { "id": "hall" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: [
                "day.png": room((240, 220, 190)), "hall.png": room((200, 120, 120)),
                "night.png": room((90, 90, 130)).changed {
                    StraightPixel(r: $0.g, g: $0.g, b: $0.g)
                },
            ]
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/night.png: note[odd-picture]: the picture is unlike the other 2 images: found only grays, the others have colors
                  help: export it in RGB
                """
            ]
        )
    }

    @Test func `layers left on and haze all over a picture are found`() async throws {
        let coat = pet(orange, cloth: blue)
        // Onion skin: the same figure, faint and further right.
        let onion = StraightImage(96, 96) { x, y in
            let behind = x < 16 ? .clear : coat[x - 16, y]
            return coat[x, y].a > 0 || behind.a == 0
                ? coat[x, y] : StraightPixel(r: behind.r, g: behind.g, b: behind.b, a: 80)
        }
        let hazy = coat.changed { $0.a > 0 ? $0 : StraightPixel(r: 90, g: 90, b: 90, a: 2) }
        for (image, severity, words) in [
            (onion, "note", "% of it translucent"), (hazy, "warning", "% of it nearly clear"),
        ] {
            let found = try await found(["cat_pet_coat": image])
            #expect(found.count == 1, "\(found)")
            #expect(found.first?.hasPrefix("cat_pet_coat.png: \(severity)[odd-picture]") == true)
            #expect(found.first?.contains(words) == true, "\(found)")
        }
    }

    @Test func `an outfit that shows the pet otherwise is found`() async throws {
        let coat = pet(orange, cloth: blue)
        expectFindings(
            try await found(["cat_pet_coat": coat.mirrored]),
            [
                "cat_pet_coat.png: warning[odd-picture]: item \"coat\" on species \"cat\" is mirrored, found 55 % of it like the pet when turned left to right, and 20 % as it is"
            ]
        )
        expectFindings(
            try await found(["cat_pet_coat": coat.scaled(by: 0.8)]),
            [
                "cat_pet_coat.png: warning[size-jump]: item \"coat\" on species \"cat\" shows the pet in another size, found 79 % of species \"cat\""
            ]
        )
        expectFindings(
            try await found(["cat_pet_coat": pet((80, 190, 220), cloth: blue)]),
            [
                "cat_pet_coat.png: warning[odd-picture]: item \"coat\" on species \"cat\" hardly resembles the pet, found 4 % of it equal, and of other outfits at least 55 %"
            ]
        )
    }

    @Test func `a pet that looks the other way than its outfits is found`() async throws {
        expectFindings(
            try await found(["cat_pet": pet(orange).mirrored]),
            [
                "cat_pet.png: warning[odd-picture]: species \"cat\" looks the other way than all of its outfits"
            ]
        )
    }

    @Test func `a pet in other colors than its outfits is found`() async throws {
        let found = try await found(["cat_pet": pet((80, 190, 220))])
        #expect(found.count == 1, "\(found)")
        let start =
            "cat_pet.png: warning[odd-picture]: species \"cat\" hardly resembles its outfits, found "
        #expect(found.first?.hasPrefix(start) == true, "\(found)")
    }

    @Test func `an opaque picture among images that are cut out is noted`() async throws {
        let icons = ["icon_a", "icon_b", "icon_c", "icon_d"]
        func icon(_ number: Int, on ground: StraightPixel) -> StraightImage {
            paint(32, 32) { x, y in
                disk(x, y, at: (16, 16), radius: Double(9 + number)) > 0.5
                    ? ink(1, r: UInt8(60 * number)) : ground
            }
        }
        let white = StraightPixel(r: 255, g: 255, b: 255)
        let art = icons.enumerated().map { number, name in
            ("\(name).png", icon(number, on: number == 2 ? white : .clear))
        }
        let game = try DrawnGame(
            """
            "canvas": { "width": 32, "height": 32 },
            "images": [\(icons.map { "{ \"id\": \"\($0)\" }" }.joined(separator: ", "))],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: Dictionary(uniqueKeysWithValues: art)
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/icon_c.png: note[odd-picture]: the picture has no clear pixels, the other 3 of images "icon_…" are cut out
                  help: was its background left on?
                """
            ]
        )
    }

    @Test func `an icon drawn at half the size of the others is noted`() async throws {
        let radii = ["icon_a": 12.0, "icon_b": 13, "icon_c": 6, "icon_d": 12]
        let art = radii.map { name, radius in
            ("\(name).png", ball(32, at: (16, 16), radius: radius))
        }
        let game = try DrawnGame(
            """
            "canvas": { "width": 32, "height": 32 },
            "images": [\(radii.keys.sorted().map { "{ \"id\": \"\($0)\" }" }.joined(separator: ", "))],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: Dictionary(uniqueKeysWithValues: art)
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/icon_c.png: note[odd-picture]: the picture has another size than the other 3 of images "icon_…", found it 50 % as large
                  help: draw it at the scale of the others, or say its density in the file's name (@2x)
                """
            ]
        )
    }

    @Test func `a mood of another species is found`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 },
            "axes": { "mood": { "values": ["calm", "sad", "glad"], "sparse": true } },
            "naming": { "species": ["<species>_pet_<mood>", "<species>_pet"] },
            "species": [{ "id": "cat" }, { "id": "dog" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: [
                "cat_pet.png": pet(orange), "cat_pet_glad.png": pet(orange, buttons: 2),
                "cat_pet_sad.png": pet(brown, buttons: 3), "dog_pet.png": pet(brown),
                "dog_pet_sad.png": pet(brown, buttons: 4),
            ]
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/cat_pet_sad.png: warning[same-picture]: species "cat" for mood "sad" looks like species "dog", found 99 % of it equal, and 4 % of its own species
                  help: was it saved under the name of another species?
                """
            ]
        )
    }

    @Test func `pets in each other's place are found once, whatever their moods`() async throws {
        let art = [
            "cat_pet": pet(brown), "dog_pet": pet(orange),
            "cat_pet_sad": pet(orange, buttons: 3), "dog_pet_sad": pet(brown, buttons: 3),
            "cat_pet_coat": pet(orange, cloth: blue), "dog_pet_coat": pet(brown, cloth: blue),
            "cat_pet_robe": pet(orange, cloth: red), "dog_pet_robe": pet(brown, cloth: red),
        ]
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 },
            "axes": { "mood": { "values": ["calm", "sad"], "sparse": true } },
            "naming": { "species": ["<species>_pet_<mood>", "<species>_pet"] },
            "species": [{ "id": "cat" }, { "id": "dog" }],
            "items": [
                { "id": "coat", "equipStyle": "replaceSprite" },
                { "id": "robe", "equipStyle": "replaceSprite" }
            ],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: Dictionary(uniqueKeysWithValues: art.map { ("\($0.key).png", $0.value) })
        )
        let found = try await game.findings().filter { $0.contains("[same-picture]: ") }
        #expect(found.count == 1 && found[0].contains("exchanged"), "\(found)")
    }

    @Test func `files under each other's names are found once`() async throws {
        expectFindings(
            try await found(["cat_pet": pet(brown), "dog_pet": pet(orange)]),
            [
                "cat_pet.png: warning[same-picture]: the pictures of species \"cat\" and \"dog\" seem to be exchanged, found each like the other's outfits"
            ]
        )
        expectFindings(
            try await found([
                "cat_pet_coat": pet(brown, cloth: blue), "dog_pet_coat": pet(orange, cloth: blue),
            ]),
            [
                "cat_pet_coat.png: warning[same-picture]: item \"coat\" on species \"cat\" looks like species \"dog\", found 55 % of it equal, and 4 % of its own species"
            ]
        )
    }

    @Test func `of outfits under each other's names, one that stands lower is no second mistake`()
        async throws
    {
        let coat = pet(orange, cloth: blue)
        let lower = paint(96, 96) { x, y in y < 4 ? .clear : coat[x, y - 4] }
        expectFindings(
            try await found(["cat_pet_coat": pet(brown, cloth: blue), "dog_pet_coat": lower]),
            [
                "cat_pet_coat.png: warning[same-picture]: item \"coat\" on species \"cat\" looks like species \"dog\", found 55 % of it equal, and 4 % of its own species"
            ]
        )
    }

    @Test func `files that show the same are found`() async throws {
        expectFindings(
            try await found(["overlay_hood": hat(red), "night": room((240, 220, 190))]),
            [
                "night.png: note[same-picture]: image \"night\" shows the very picture of image \"day\", found the same pixels in \"night\" and \"day\"",
                "overlay_hood.png: warning[same-picture]: item \"hood\" shows the very picture of item \"cap\", found the same pixels in \"overlay_hood\" and \"overlay_cap\"",
            ]
        )
        let moved = paint(96, 96) { x, y in x < 2 ? .clear : pet(orange)[x - 2, y] }
        expectFindings(
            try await found(["cat_pet_coat": moved]),
            [
                "cat_pet_coat.png: warning[same-picture]: item \"coat\" on species \"cat\" shows the very picture of species \"cat\", found the same pixels in \"cat_pet_coat\" and \"cat_pet\""
            ]
        )
    }

    @Test func `two values of an axis that show the same are noted`() async throws {
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 },
            "axes": { "mood": { "values": ["calm", "sad"], "sparse": true } },
            "naming": { "species": ["<species>_pet_<mood>", "<species>_pet"] },
            "species": [{ "id": "cat" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: ["cat_pet.png": pet(orange), "cat_pet_sad.png": pet(orange)]
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/cat_pet_sad.png: note[same-picture]: species "cat" looks the same for mood "sad" and without a value, found the same pixels in "cat_pet_sad" and "cat_pet"
                  help: draw it, or remove the file if it is meant to look the same: its name falls back to the other
                """
            ]
        )
    }

    private func rooms(_ last: StraightImage) async throws -> [String] {
        var art = Dictionary(
            uniqueKeysWithValues: ["beach", "forest", "city"].enumerated().map { number, name in
                ("room_\(name).png", scene(96, 64, UInt8(40 * number)))
            }
        )
        art["cat_pet.png"] = pet(orange)
        art["room_attic.png"] = last
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 }, "species": [{ "id": "cat" }],
            "images": [{ "id": "room_beach" }, { "id": "room_forest" }, { "id": "room_city" },
              { "id": "room_attic" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: art
        )
        return try await game.findings().map { String($0.split(separator: "\n")[0]) }
    }

    private func scene(_ width: Int, _ height: Int, _ blue: UInt8) -> StraightImage {
        paint(width, height) { x, y in
            StraightPixel(r: UInt8(80 + x), g: UInt8(90 + y), b: blue)
        }
    }

    @Test func `an image of another size than those with its prefix is found`() async throws {
        #expect(try await rooms(scene(96, 64, 160)) == [])
        #expect(
            try await rooms(scene(72, 48, 160)) == [
                "game/art/room_attic.png: note[odd-picture]: the picture has another size than the other "
                    + "3 of images \"room_…\", found it 75 % as large"
            ]
        )
    }

    @Test func `an image that was turned is found`() async throws {
        #expect(
            try await rooms(scene(64, 96, 160)) == [
                "game/art/room_attic.png: note[odd-picture]: the picture is turned, found 64x96 points; the "
                    + "other 3 of images \"room_…\" have 96x64"
            ]
        )
    }

    @Test func `an image with a hole among opaque ones is found`() async throws {
        let whole = scene(96, 64, 160)
        let hole = paint(96, 64) { x, y in
            disk(x, y, at: (40, 30), radius: 8) > 0.5 ? .clear : whole[x, y]
        }
        #expect(
            try await rooms(hole) == [
                "game/art/room_attic.png: warning[odd-picture]: the picture has clear pixels, the other 3 "
                    + "of images \"room_…\" have none, found 3 %"
            ]
        )
    }

    @Test func `a placed overlay off the middle of its file is found`() async throws {
        func overlays(_ x: Double) async throws -> [String] {
            let colors: [String: UInt8] = ["bow": 40, "tie": 90, "pin": 140, "bell": 200]
            let art = colors.reduce(into: ["cat_pet.png": pet(orange)]) { art, item in
                art["overlay_\(item.key).png"] = paint(32, 32) { column, row in
                    let center = item.key == "bow" ? x : 16
                    let cover = disk(column, row, at: (center, 16), radius: 6)
                    return ink(cover, r: item.value, g: 60, b: 255 - item.value)
                }
            }
            let game = try DrawnGame(
                """
                "canvas": { "width": 96, "height": 96 }, "species": [{ "id": "cat" }],
                "items": [
                  \(colors.keys.sorted().enumerated().map { """
                    { "id": "\($1)", "equipStyle": "overlay", "z": \($0 + 1),
                      "placement": { "size": [24, 24] } }
                    """ }.joined(separator: ", "))
                ],
                "targets": [{ "id": "game", "scales": [1] }]
                """,
                art: art
            )
            return try await game.findings().map { String($0.split(separator: "\n")[0]) }
        }
        let even = try await overlays(16)
        #expect(even == [])
        let uneven = try await overlays(24)
        #expect(
            uneven == [
                "game/art/overlay_bow.png: note[odd-picture]: the picture lies off the middle of its "
                    + "file, found margins of 18 and 2 pixels; the others lie in the middle"
            ]
        )
    }

    @Test(arguments: [
        (16, "half", ""), (64, "twice", ", or say the density in the file's name (@2x)"),
    ])
    func `a placed overlay with half or twice the size of the others is found`(
        side: Int,
        words: String,
        rename: String
    ) async throws {
        let colors: [String: UInt8] = ["bow": 40, "tie": 90, "pin": 140, "bell": 200]
        let art = colors.reduce(into: ["cat_pet.png": pet(orange)]) { art, item in
            let side = item.key == "bow" ? side : 32
            let middle = Double(side) / 2
            art["overlay_\(item.key).png"] = paint(side, side) { column, row in
                let cover = disk(column, row, at: (middle, middle), radius: middle / 2)
                return ink(cover, r: item.value, g: 60, b: 255 - item.value)
            }
        }
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 }, "species": [{ "id": "cat" }],
            "items": [
              \(colors.keys.sorted().enumerated().map { """
                { "id": "\($1)", "equipStyle": "overlay", "z": \($0 + 1),
                  "placement": { "offset": [48, 48] } }
                """ }.joined(separator: ", "))
            ],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: art
        )
        #expect(
            try await game.findings() == [
                """
                game/art/overlay_bow.png: note[odd-picture]: the picture has \(words) the size of the other 3 overlays, found frames of \(side)x\(side) pixels, expected 32x32
                  help: export its frames at 32x32 pixels\(rename)
                """
            ]
        )
    }

    @Test func `a file with another density than its name says is found once`() async throws {
        let small = pet(orange)
        let game = try DrawnGame(
            """
            "canvas": { "width": 96, "height": 96 }, "species": [{ "id": "cat" }],
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: [
                "cat_pet.png": small,
                "cat_pet@3x.png": paint(192, 192) { small[$0 / 2, $1 / 2] },
            ]
        )
        let found = try await game.findings()
        #expect(found.count { $0.contains("base-size") } == 0)
        #expect(
            found.contains { $0.contains("help: call it cat_pet@2x, for its 2 pixels per point") }
        )
    }

    @Test func `an item of another size than those of its slot is found`() async throws {
        expectFindings(
            try await found(["overlay_crown": hat((240, 200, 60), width: 16)]),
            [
                "overlay_crown.png: note[odd-picture]: the picture has another size than the other 4 of slot \"head\", found it 40 % as large"
            ]
        )
    }
}
