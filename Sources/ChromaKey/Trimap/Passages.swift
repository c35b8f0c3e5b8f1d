import Raster

extension Translucency {
    /// Solid areas with translucent pixels in their middle that change into the rest by small
    /// steps: the art's own gradient passes the screen's color.
    ///
    /// Glass in green art has a rim, and a glow reaches the screen; both are excluded. The image
    /// must have no noise, in which every step is small.
    func passages(
        through components: HueComponents,
        of picture: StraightImage
    ) -> BitMask {
        let solid = components.pixels(above: threshold)
        var rest = solid & translucent
        var result = BitMask(width: picture.width, height: picture.height)
        if rest.isEmpty { return result }
        // As for paint (`GreenArt`): a gradient across 32 pixels takes such steps.
        let softest: Int32 = 8
        func word(_ x: Int, _ y: Int) -> UInt32 {
            picture[x, y].colorWord
        }
        let doubtful = rest
        let firm = solid.subtracting(translucent)
        var others = result
        var area: [SIMD2<Int32>] = []
        doubtful.visit { x, y in
            guard rest[x, y] else { return }
            rest.takeArea(from: x, y, into: &area)
            // Fewer pixels have no shape; the same limit as `HueComponents`.
            if area.count < 12 { return }
            var (beside, soft) = (0, 0)
            for place in area {
                let (x, y) = (Int(place.x), Int(place.y))
                for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
                where 0..<picture.width ~= nx && 0..<picture.height ~= ny
                    && !doubtful[nx, ny]
                {
                    beside += 1
                    if firm[nx, ny], GreenArt.step(word(x, y), word(nx, ny)) <= softest {
                        soft += 1
                    }
                }
            }
            let isPassage = soft * 5 >= beside * 4
            for place in area {
                let (x, y) = (Int(place.x), Int(place.y))
                if isPassage { result[x, y] = true } else { others[x, y] = true }
            }
        }
        return result.isEmpty ? result : components.areas(with: result).subtracting(others)
    }
}
