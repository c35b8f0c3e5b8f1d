public import KilnManifest
public import Raster

/// A small game with everything that pages can hold: two scales, two pages, trimmed and turned
/// frames, layers behind and before, places between pixels, soft edges.
public struct SampleGame {
    public static let looks: [(species: String, base: String?, overlays: [String])] = [
        ("dog", nil, []), ("dog", "robe", ["hat", "wings"]), ("dog", "coat", ["scarf"]),
        ("cat", nil, ["hat", "wings"]), ("cat", "robe", []),
    ]

    public static let manifest: Manifest = {
        func art(
            _ species: String,
            _ asset: String,
            _ frames: Int,
            at origins: [(Double, Double)] = [(0, 0)],
            z: Int = 0,
            moves: Bool = false
        ) -> Manifest.Art {
            Manifest.Art(
                species: species,
                asset: asset,
                frames: frames == 1 ? [asset] : (0..<frames).map { "\(asset)/\($0)" },
                origins: origins.map { Manifest.Point(x: $0.0, y: $0.1) },
                z: z,
                animations: moves ? ["idle": .init(frames: [0, 1], fps: 8, loop: true)] : [:]
            )
        }
        func item(
            _ id: String,
            _ style: Manifest.EquipStyle,
            _ arts: Manifest.Art...
        ) -> Manifest.Item {
            Manifest.Item(id: id, name: id, equipStyle: style, art: arts)
        }
        return Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "sample",
            canvas: .init(width: 24, height: 20),
            species: ["dog", "cat"].map { id in
                Manifest.Species(
                    id: id,
                    name: id,
                    anchors: ["head": [.init(x: 12, y: 4), .init(x: 12, y: 5)]],
                    art: [art(id, id, 2, moves: true)]
                )
            },
            items: [
                item(
                    "robe",
                    .replaceSprite,
                    art("dog", "robe", 2, moves: true),
                    art("cat", "robe", 2, moves: true)
                ), item("coat", .replaceSprite, art("dog", "coat", 1)),
                item(
                    "wings",
                    .overlay,
                    art("dog", "wings", 1, at: [(-3.5, 2.25), (-3.5, 3)], z: -5),
                    art("cat", "wings", 1, at: [(9, 12)], z: -5)
                ),
                item(
                    "hat",
                    .overlay,
                    art("dog", "hat", 1, at: [(8, 0.5)], z: 9),
                    art("cat", "hat", 2, at: [(7.75, -2)], z: 9)
                ), item("scarf", .overlay, art("dog", "scarf", 1, at: [(6, 10)], z: 9)),
            ],
            looks: [
                .init(id: "fine-dog", look: Look(species: "dog", base: "robe", overlays: ["hat"]))
            ],
            targets: [
                .init(
                    id: "game",
                    kind: "atlas",
                    scales: [1, 2],
                    pages: (0..<2).map { page in
                        .init(
                            width: 64,
                            height: 64,
                            images: [1, 2].map { .init(scale: $0, path: "game-\(page)@\($0)x.png") }
                        )
                    },
                    frames: frames
                )
            ]
        )
    }()

    private static let frames: [String: Manifest.Frame] = {
        func frame(
            _ page: Int,
            _ x: Int,
            _ y: Int,
            _ width: Int,
            _ height: Int,
            turned: Bool = false,
            counterclockwise: Bool? = nil,
            trim: (Int, Int) = (0, 0)
        ) -> Manifest.Frame {
            Manifest.Frame(
                page: page,
                x: x,
                y: y,
                width: width,
                height: height,
                rotated: turned,
                counterclockwise: counterclockwise,
                trimX: trim.0,
                trimY: trim.1,
                sourceWidth: width + 2 * trim.0,
                sourceHeight: height + trim.1
            )
        }
        return [
            "dog/0": frame(0, 1, 1, 20, 16, trim: (2, 4)),
            "dog/1": frame(0, 23, 1, 20, 15, turned: true, trim: (2, 5)),
            "cat/0": frame(0, 40, 30, 22, 18, trim: (1, 2)), "cat/1": frame(1, 1, 1, 22, 18),
            "robe/0": frame(1, 26, 2, 18, 14, turned: true, counterclockwise: true, trim: (3, 6)),
            "robe/1": frame(1, 2, 30, 18, 14, trim: (3, 6)),
            "coat": frame(1, 30, 30, 21, 17, trim: (1, 3)), "wings": frame(0, 1, 40, 14, 9),
            "hat": frame(0, 20, 40, 9, 6, turned: true),
            "hat/0": frame(0, 50, 1, 9, 6), "hat/1": frame(0, 50, 9, 0, 0),
            "scarf": frame(0, 2, 52, 12, 5),
        ]
    }()

    /// The same with all that art may depend on: axes with fallbacks, parts, files for single
    /// animations, and a canvas with a bleed.
    public static let layeredManifest: Manifest = {
        func art(
            _ asset: String,
            axes: [String: String] = [:],
            level: Int? = nil,
            part: Int? = nil,
            sheet: String? = nil,
            at place: (Double, Double) = (0, 0),
            z: Int = 0,
            frames: [String],
            animation: String? = nil
        ) -> Manifest.Art {
            Manifest.Art(
                species: "owl",
                axes: axes,
                level: level,
                part: part,
                sheet: sheet,
                asset: asset,
                frames: frames,
                origins: [Manifest.Point(x: place.0, y: place.1)],
                z: z,
                animations: animation.map {
                    [$0: .init(frames: Array(frames.indices), fps: 8, loop: true)]
                } ?? [:]
            )
        }
        var manifest = Self.manifest
        manifest.canvas.bleed = .init(top: 5, right: 0, bottom: 2, left: 3)
        manifest.axes = [
            .init(
                name: "mood",
                values: ["calm", "happy", "joyful"],
                details: [
                    "happy": .init(fallback: ["calm"]),
                    "joyful": .init(fallback: ["happy", "calm"]),
                ]
            ), .init(name: "locale", values: ["en", "pt", "pt-BR"], default: "en", kind: "locale"),
        ]
        manifest.species.append(
            Manifest.Species(
                id: "owl",
                name: "Owl",
                anchors: [:],
                art: [
                    art(
                        "dog",
                        part: 0,
                        sheet: "idle",
                        frames: ["dog/0", "dog/1"],
                        animation: "idle"
                    ),
                    art(
                        "cat",
                        part: 0,
                        sheet: "walk",
                        frames: ["cat/0", "cat/1"],
                        animation: "walk"
                    ),
                    art("wings", part: 1, at: (-4, -3), z: -2, frames: ["wings"]),
                ]
            )
        )
        manifest.items += [
            Manifest.Item(
                id: "mask",
                name: "Mask",
                equipStyle: .overlay,
                art: [
                    art("hat", axes: ["mood": "happy"], level: 0, z: 3, frames: ["hat"]),
                    art(
                        "coat",
                        axes: ["mood": "calm", "locale": "pt"],
                        level: 0,
                        z: 3,
                        frames: ["coat"]
                    ),
                    art("scarf", level: 1, at: (1, 2), z: 3, frames: ["scarf"]),
                ]
            ),
            Manifest.Item(
                id: "cloak",
                name: "Cloak",
                equipStyle: .overlay,
                art: [
                    art("robe", part: 0, sheet: "walk", z: -4, frames: ["robe/0", "robe/1"]),
                    art("scarf", part: 1, at: (14, 12), z: 9, frames: ["scarf"]),
                ]
            ),
        ]
        return manifest
    }()

    /// Looks of the layered manifest, with the animation and the frame that are shown.
    public static let layeredMoments: [(look: Look, animation: String, frame: Int)] = {
        let axes: [[String: String]] = [
            [:], ["mood": "joyful"], ["locale": "pt-BR"], ["mood": "joyful", "locale": "pt"],
            ["mood": "calm", "locale": "de-AT"],
        ]
        return axes.flatMap { axes in
            [("", 0), ("", 3), ("walk", 1), ("idle", 1)].map { animation, frame in
                (
                    Look(species: "owl", overlays: ["cloak", "mask"], axes: axes), animation, frame
                )
            }
        } + [(Look(species: "dog", base: "robe", overlays: ["hat", "wings"]), "idle", 1)]
    }()

    public let pages: [String: StraightImage]

    /// Pages full of soft noise: whatever is drawn from them must be read from the right place.
    public init() throws {
        var random = SeededRandom(seed: 77)
        var pages: [String: StraightImage] = [:]
        for page in Self.manifest.targets[0].pages {
            for image in page.images {
                let side = 64 * image.scale
                pages[image.path] = StraightImage(side, side) { _, _ in
                    let bits = random.next()
                    let alpha = UInt8(truncatingIfNeeded: bits >> 24)
                    return StraightPixel(
                        r: UInt8(truncatingIfNeeded: bits),
                        g: UInt8(truncatingIfNeeded: bits >> 8),
                        b: UInt8(truncatingIfNeeded: bits >> 16),
                        a: alpha < 60 ? 0 : alpha > 180 ? 255 : alpha
                    )
                }
            }
        }
        self.pages = pages
    }

    /// What a game draws; premultiplied.
    public func draw(
        _ look: Look,
        _ animation: String,
        _ frame: Int,
        _ scale: Int,
        of manifest: Manifest = Self.manifest
    ) throws -> PremultipliedImage {
        let own = animation.isEmpty || look.base == "coat" ? nil : animation
        let steps = try manifest.drawList(
            for: look,
            animation: own,
            frame: frame,
            scale: scale
        )
        let shown = manifest.canvas.area(atScale: scale)
        var canvas = PremultipliedImage(
            size: PixelSize(width: shown.width, height: shown.height)!
        )
        for step in steps {
            let area = PixelRect(
                x: step.source.x,
                y: step.source.y,
                width: step.source.width,
                height: step.source.height
            )!
            let picture = pages[step.image]!.cropped(to: area)
            let upright =
                switch (step.isRotated, step.isCounterclockwise) {
                case (false, _): picture
                case (true, false): picture.rotatedCounterclockwise()
                case (true, true): picture.rotatedClockwise()
                }
            canvas.draw(
                upright.premultiplied(),
                at: PixelPoint(x: step.x - shown.x, y: step.y - shown.y)
            )
        }
        return canvas
    }
}
