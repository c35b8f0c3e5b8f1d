import AtlasBuilding
import AtlasPack
import Catalog
import FileStore
import Raster
import Testing

/// Pages are drawn, described, read back, and cut up again by what was read.
@Suite struct RoundTripTests {
    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln && $0 != .spriteatlas })
    func `every sprite comes back pixel for pixel`(_ format: AtlasFormat) throws {
        // Godot's sprites are files, which have fewer names.
        let oddCharacters = format == .godot ? " é'" : "&<é>'\""
        for seed in 0..<8 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let sprites = Dictionary(
                uniqueKeysWithValues: (0..<24).map { number in
                    ("set \(number % 3)/s\(number)\(oddCharacters)", picture(&random))
                }
            )
            let drawn = try draw(sprites, for: format, seed: seed)
            let files = try export(drawn.atlas, format: format)
            let read = try readAtlas(files, format: format)
            #expect(read.count == 1)
            let atlas = try #require(read.first)
            #expect(atlas.pages.count == drawn.pages.count)
            if format.capabilities.hasAnimations {
                #expect(atlas.animations.map(\.name) == ["walk"])
                #expect(atlas.animations.first?.frames == drawn.atlas.animations.first?.frames)
            }
            var found: [String: StraightImage] = [:]
            for page in atlas.pages {
                let image = try #require(drawn.pages[page.imageFile])
                #expect(format == .godot || page.width == image.width)
                for frame in page.frames {
                    for name in [frame.name] + frame.aliases {
                        found[name] = try restore(frame, from: image)
                    }
                }
            }
            let expected =
                format.capabilities.keepsSourceSize ? sprites : sprites.mapValues { trimmed($0).0 }
            #expect(found.count == expected.count)
            for (name, image) in expected where found[name] != image {
                Issue.record("\"\(name)\" differs in \(format.rawValue), seed \(seed)")
            }
        }
    }

    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln && $0 != .spriteatlas })
    func `pivots and nine-slices come back`(_ format: AtlasFormat) throws {
        let atlas = exampleAtlas(rotation: .none)
        let page = try #require(
            readAtlas(export(atlas, format: format), format: format)[0].pages.first
        )
        #expect(
            page.frames.flatMap { [$0.name] + $0.aliases }.sorted() == [
                "button", "panel", "pet/dragon",
            ]
        )
        let dragon = try #require(page.frames.first { $0.name == "pet/dragon" })
        let panel = try #require(page.frames.first { $0.name == "panel" })
        if format.capabilities.hasNineSlice {
            #expect(panel.nineSlice == atlas.pages[0].frames[1].nineSlice)
        }
        if format.capabilities.hasPivots {
            let pivot = try #require(dragon.pivot)
            // Back from the box to the source.
            let x = (pivot.x * Double(dragon.sourceWidth) + Double(1 - dragon.trimX)) / 64
            let y = (pivot.y * Double(dragon.sourceHeight) + Double(11 - dragon.trimY)) / 186
            #expect(abs(x - 0.5) < 1e-5)
            #expect(abs(y - 0.95) < 1e-5)
        }
    }

    @Test(arguments: [AtlasFormat.css, .phaser, .texturePackerHash, .pixi])
    func `scales are distinguished`(_ format: AtlasFormat) throws {
        var double = exampleAtlas(rotation: .none)
        double.name = "atlas@1.5x"
        double.scale = 1.5
        double.pages[0].imageFile = "atlas-0@1.5x.png"
        let files = try export([double, exampleAtlas(rotation: .none)], format: format)
        let read = try readAtlas(files, format: format)
        #expect(read.map(\.scale) == [1, 1.5])
        #expect(read.map { $0.pages[0].imageFile } == ["atlas-0.png", "atlas-0@1.5x.png"])
        let frames = read.map {
            $0.pages[0].frames.map { "\($0.name) \($0.x) \($0.y) \($0.width)" }
        }
        #expect(frames[0] == frames[1])
    }

    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln && $0 != .spriteatlas })
    func `descriptors are recognized`(_ format: AtlasFormat) throws {
        for file in try export(exampleAtlas(rotation: .none), format: format) {
            #expect(AtlasFormat.detected(in: file) == format, "\(file.path)")
        }
    }

    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln && $0 != .spriteatlas })
    func `no mutation crashes a reader`(_ format: AtlasFormat) throws {
        var random = SplitMix64(seed: 99)
        let rotation = format.capabilities.rotation
        let files = try export(exampleAtlas(rotation: rotation), format: format)
        for _ in 0..<1_500 {
            var file = files[.random(in: files.indices, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) where !file.bytes.isEmpty {
                let index = Int.random(in: file.bytes.indices, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: file.bytes[index] = .random(in: 0...255, using: &random)
                case 1: file.bytes.remove(at: index)
                case 2: file.bytes.insert(.random(in: 48...57, using: &random), at: index)
                case 3:
                    file.bytes[index] = Array("-{}[]<>\"\\:;,e".utf8).randomElement(using: &random)!
                default: file.bytes.removeSubrange(index...)
                }
            }
            // An error or an atlas whose frames are on their pages; anything else is a crash.
            for atlas in (try? readAtlas([file], format: format)) ?? [] {
                for page in atlas.pages {
                    for frame in page.frames {
                        #expect(frame.x >= 0 && frame.x + frame.pageWidth <= page.width)
                        #expect(frame.y >= 0 && frame.y + frame.pageHeight <= page.height)
                    }
                }
            }
        }
    }

    @Test func `deep nesting is an error`() {
        let deep: [(AtlasFormat, String)] = [
            (.starling, String(repeating: "<a>", count: 100_000)),
            (.cocos2d, String(repeating: "<dict>", count: 100_000)),
            (.godot, "[resource]\na = " + String(repeating: "[", count: 100_000)),
            (.pixi, String(repeating: "[", count: 100_000)),
        ]
        for (format, text) in deep {
            let file = ExportedFile(path: "deep", bytes: Array(text.utf8))
            #expect(throws: PictureFailure.self) { try readAtlas([file], format: format) }
        }
    }
}

// MARK: Drawing and restoring, written from the meaning of a frame

private struct Drawn {
    var atlas: AtlasDescription
    var pages: [String: StraightImage] = [:]
}

/// A random picture whose edges may be clear; never clear as a whole.
private func picture(_ random: inout SplitMix64) -> StraightImage {
    let size = PixelSize(
        width: .random(in: 1...14, using: &random),
        height: .random(in: 1...14, using: &random)
    )!
    var image = StraightImage(size: size)
    let left = Int.random(in: 0..<size.width, using: &random)
    let top = Int.random(in: 0..<size.height, using: &random)
    for y in top..<size.height {
        for x in left...Int.random(in: left..<size.width, using: &random) {
            image[x, y] = StraightPixel(
                r: .random(in: 0...255, using: &random),
                g: .random(in: 0...255, using: &random),
                b: .random(in: 0...255, using: &random)
            )
        }
    }
    return image
}

/// The box of the pixels that are not clear, and what is in it.
private func trimmed(_ image: StraightImage) -> (StraightImage, PixelRect) {
    let pixels = (0..<image.height).flatMap { y in (0..<image.width).map { (x: $0, y: y) } }
        .filter { image[$0.x, $0.y].a > 0 }
    let x = pixels.map(\.x)
    let y = pixels.map(\.y)
    let box = PixelRect(
        x: x.min()!,
        y: y.min()!,
        width: x.max()! - x.min()! + 1,
        height: y.max()! - y.min()! + 1
    )!
    return (image.cropped(to: box), box)
}

private func draw(
    _ sprites: [String: StraightImage],
    for format: AtlasFormat,
    seed: UInt64
) throws -> Drawn {
    let names = sprites.keys.sorted()
    let boxes = names.map { trimmed(sprites[$0]!) }
    // The walk stays together, as Pixi wants it.
    let items = zip(names, boxes).map { name, box in
        PackItem(name: name, size: box.1.size, group: name.hasPrefix("set 0") ? "walk" : nil)
    }
    let options = PackOptions(
        maximumSize: PixelSize(width: 60, height: 40)!,
        padding: Int(seed % 3),
        allowsRotation: format.capabilities.rotation != .none,
        effort: .fast
    )
    let plan = try pack(items, options: options)
    var drawn = Drawn(
        atlas: AtlasDescription(
            name: "game",
            pages: [],
            animations: [
                .init(
                    name: "walk",
                    frames: names.filter { $0.hasPrefix("set 0") },
                    framesPerSecond: 12.5,
                    loops: false
                )
            ]
        )
    )
    for (number, page) in plan.pages.enumerated() {
        var image = StraightImage(size: page.size)
        var frames: [AtlasFrame] = []
        for placement in page.placements {
            let (pixels, box) = boxes[placement.item]
            let source = sprites[names[placement.item]]!
            let rotation = placement.isRotated ? format.capabilities.rotation : .none
            let turned =
                switch rotation {
                case .none: pixels
                case .clockwise: pixels.rotatedClockwise()
                case .counterclockwise: pixels.rotatedCounterclockwise()
                }
            image.copy(from: turned, at: placement.rect.origin)
            frames.append(
                AtlasFrame(
                    names[placement.item],
                    [placement.rect.x, placement.rect.y, box.width, box.height],
                    trim: [box.x, box.y],
                    source: [source.width, source.height],
                    rotation: rotation
                )
            )
        }
        let file = "game-\(number).png"
        drawn.pages[file] = image
        drawn.atlas.pages.append(
            .init(imageFile: file, width: image.width, height: image.height, frames: frames)
        )
    }
    return drawn
}

/// The sprite before trimming.
private func restore(_ frame: AtlasFrame, from page: StraightImage) throws -> StraightImage {
    let rect = try #require(
        PixelRect(x: frame.x, y: frame.y, width: frame.pageWidth, height: frame.pageHeight)
    )
    let drawn = page.cropped(to: rect)
    let pixels =
        switch frame.rotation {
        case .none: drawn
        case .clockwise: drawn.rotatedCounterclockwise()
        case .counterclockwise: drawn.rotatedClockwise()
        }
    let size = try #require(PixelSize(width: frame.sourceWidth, height: frame.sourceHeight))
    var source = StraightImage(size: size)
    source.copy(from: pixels, at: PixelPoint(x: frame.trimX, y: frame.trimY))
    return source
}
