import Catalog
import Diagnostics
import FileStore

// The values that templates have, as Documentation/templates.md lists them. Every name is always
// there: what a sprite does not have is false, and a list is empty.

extension AtlasDescription {
    var templateContext: JSONOutput {
        let frames = pages.map(\.namedFrames)
        let names = frames.joined().map(\.name)
        let identifiers = classNames(Set(names), except: "", separator: "_")
        var sprites: [String: Members] = [:]
        var pagesOfSprites: [String: Int] = [:]
        var lists: [[Members]] = []
        for (index, page) in pages.enumerated() {
            let first = sprites.count
            lists.append([])
            var owners: [[Int]: String] = [:]
            for (place, frame) in frames[index].enumerated() {
                // An upright sprite and a rotated one may share a rectangle.
                let sides = [frame.width, frame.height].sorted()
                let owner = owners[[frame.x, frame.y] + sides]
                owners[[frame.x, frame.y] + sides] = owner ?? frame.name
                let values: Members = [
                    ("indexOnPage", .integer(place)), ("numberOnPage", .integer(place + 1)),
                    ("name", .string(frame.name)),
                    ("identifier", .string(identifiers[frame.name] ?? "")),
                    ("aliasOf", owner.map(JSONOutput.string) ?? false),
                    ("page", .object(numbered(index) + page.members)),
                ]
                let members = numbered(first + place) + values + frame.members(on: page)
                lists[index].append(members)
                sprites[frame.name] = members
                pagesOfSprites[frame.name] = index
            }
        }
        let animations = animationMembers(self.animations, sprites)
        let pages = zip(self.pages, lists).enumerated().map { index, page -> Members in
            let played = zip(self.animations, animations).filter { animation, _ in
                animation.frames.allSatisfy { pagesOfSprites[$0] == index }
            }
            let lists: Members = [
                ("sprites", listed(page.1)), ("animations", listed(played.map(\.1))),
            ]
            return numbered(index) + page.0.members + lists
        }
        let species = species.enumerated().map { index, species -> Members in
            numbered(index) + [
                ("id", .string(species.id)),
                ("animations", listed(animationMembers(species.animations, sprites))),
            ]
        }
        return .object([
            ("atlas", .object(members(spriteCount: sprites.count))), ("pages", listed(pages)),
            ("sprites", listed(lists.flatMap(\.self))), ("animations", listed(animations)),
            ("species", listed(species)),
        ])
    }

    private func members(spriteCount: Int) -> Members {
        [
            ("name", .string(name)), ("id", .string(unscaledName)),
            ("identifier", .string(className(unscaledName, separator: "_"))),
            ("scale", .decimal(scale)), ("premultiplied", .bool(isPremultiplied)),
            ("pixelFormat", .string(pixelFormat)),
            ("filter", .string(filter.isHard ? "nearest" : "linear")),
            ("mipmaps", .bool(filter == .mipmap || filter == .mipmapNearest)),
            ("generator", .string(Generator.name)), ("version", .string(Generator.version)),
            ("pageCount", .integer(pages.count)), ("spriteCount", .integer(spriteCount)),
            ("animationCount", .integer(animations.count)),
        ]
    }
}

private typealias Members = [(String, JSONOutput)]

private func numbered(_ index: Int) -> Members {
    [("index", .integer(index)), ("number", .integer(index + 1))]
}

private func listed(_ elements: [Members]) -> JSONOutput {
    .array(
        elements.enumerated().map { index, members in
            .object(
                members + [
                    ("first", .bool(index == 0)), ("last", .bool(index == elements.count - 1)),
                ]
            )
        }
    )
}

extension AtlasDescription.Page {
    fileprivate var members: Members {
        [
            ("image", .string(imageFile)), ("stem", .string(stem)), ("width", .integer(width)),
            ("height", .integer(height)),
            ("normalMap", normalMapFile.map(JSONOutput.string) ?? false),
        ]
    }
}

extension AtlasFrame {
    fileprivate func members(on page: AtlasDescription.Page) -> Members {
        let right = Double(x + pageWidth) / Double(page.width)
        let bottom = Double(y + pageHeight) / Double(page.height)
        return [
            ("x", .integer(x)), ("y", .integer(y)), ("width", .integer(width)),
            ("height", .integer(height)), ("pageWidth", .integer(pageWidth)),
            ("pageHeight", .integer(pageHeight)),
            ("yUp", .integer(page.height - y - pageHeight)), ("rotated", .bool(isRotated)),
            ("trimmed", .bool(isTrimmed)),
            ("trimX", .integer(trimX)), ("trimY", .integer(trimY)),
            ("trimRight", .integer(sourceWidth - trimX - width)),
            ("trimBottom", .integer(sourceHeight - trimY - height)),
            ("sourceWidth", .integer(sourceWidth)), ("sourceHeight", .integer(sourceHeight)),
            ("u0", .decimal(Double(x) / Double(page.width))), ("u1", .decimal(right)),
            ("v0", .decimal(Double(y) / Double(page.height))), ("v1", .decimal(bottom)),
            ("v0Up", .decimal(1 - bottom)), ("v1Up", .decimal(1 - Double(y) / Double(page.height))),
            ("pivot", pivot.map { .object(members(of: $0)) } ?? false),
            ("nineSlice", nineSlice.map { .object(members(of: $0)) } ?? false),
        ]
    }

    private func members(of pivot: Pivot) -> Members {
        let (pixelX, pixelY) = (pivot.x * Double(sourceWidth), pivot.y * Double(sourceHeight))
        return [
            ("x", .decimal(pivot.x)), ("y", .decimal(pivot.y)), ("yUp", .decimal(1 - pivot.y)),
            ("pixelX", .decimal(pixelX)), ("pixelY", .decimal(pixelY)),
            ("pixelYUp", .decimal(Double(sourceHeight) - pixelY)),
        ]
    }

    private func members(of slice: NineSlice) -> Members {
        [
            ("left", .integer(slice.left)), ("top", .integer(slice.top)),
            ("right", .integer(slice.right)), ("bottom", .integer(slice.bottom)),
            ("middleWidth", .integer(sourceWidth - slice.left - slice.right)),
            ("middleHeight", .integer(sourceHeight - slice.top - slice.bottom)),
        ]
    }
}

/// Each animation with the sprites of its frames, and with an identifier unique among them.
private func animationMembers(
    _ animations: [AtlasDescription.Animation],
    _ sprites: [String: Members]
) -> [Members] {
    let identifiers = classNames(Set(animations.map(\.name)), except: "", separator: "_")
    return animations.enumerated().map { index, animation -> Members in
        let lengths = animation.frames.indices.map { frame in
            animation.durations.map { Double($0[frame]) } ?? 1000 / animation.framesPerSecond
        }
        let frames = zip(animation.frames, lengths).enumerated().map { index, frame -> Members in
            let members: Members = [
                ("name", .string(frame.0)), ("sprite", .object(sprites[frame.0] ?? [])),
                ("milliseconds", .decimal(frame.1)), ("seconds", .decimal(frame.1 / 1000)),
            ]
            return numbered(index) + members
        }
        let total = lengths.reduce(0, +)
        let members: Members = [
            ("name", .string(animation.name)),
            ("identifier", .string(identifiers[animation.name] ?? "")),
            ("fps", .decimal(animation.framesPerSecond)), ("loop", .bool(animation.loops)),
            ("durations", .bool(animation.durations != nil)),
            ("milliseconds", .decimal(total)), ("seconds", .decimal(total / 1000)),
            ("frameCount", .integer(frames.count)), ("frames", listed(frames)),
        ]
        return numbered(index) + members
    }
}
