import FileStore
package import Raster

/// What stands in for art that is missing: a rounded rectangle in a color of its own, with the id of
/// what it stands for.
package struct PlaceholderPicture: Hashable, Sendable {
    /// Written on it; its digest gives the hue.
    package var id: String
    /// In points.
    package var width: Int
    package var height: Int
    /// Of how many frames, each with its number.
    package var frameCount: Int

    package init(id: String, width: Int, height: Int, frameCount: Int = 1) {
        self.id = id
        self.width = max(1, width)
        self.height = max(1, height)
        self.frameCount = max(1, frameCount)
    }

    /// Around the circle, from 0 to 1: the first two bytes of the id's SHA-256.
    package var hue: Double {
        let digest = Digest(of: Array(id.utf8)).bytes
        return Double(Int(digest[0]) << 8 | Int(digest[1])) / 65_536
    }

    /// Bright enough for dark text, at any hue.
    package var fill: StraightPixel { color(saturation: 0.6, lightness: 0.76) }

    /// Of the border and the text.
    package var ink: StraightPixel { color(saturation: 0.6, lightness: 0.16) }

    /// A frame as it is drawn at a scale; nil when no raster is so large.
    ///
    /// Nothing is enlarged: the border is one pixel wide at every scale, and text is as large as
    /// there is room for.
    package func frame(_ number: Int, scale: Int) -> StraightImage? {
        guard let size = PixelSize(width: width * scale, height: height * scale) else { return nil }
        var image = StraightImage(size: size)
        drawPlate(on: &image, scale: scale)
        let margin = 1 + scale
        var room = (width: size.width - 2 * margin, height: size.height - 2 * margin)
        if frameCount > 1 {
            let text = "\(number + 1)/\(frameCount)"
            let font = PixelFont.standard
            let line = PixelFont.height * scale
            if font.width(of: text) * scale <= room.width, room.height >= 2 * line {
                let left = (size.width - font.width(of: text) * scale) / 2
                room.height -= line
                let place = PixelPoint(x: left, y: margin + room.height)
                font.draw(text, at: place, color: ink, scale: scale, on: &image)
            } else {
                drawBar(of: number, on: &image)
            }
        }
        let label = PlaceholderLabel(id, in: room, atMost: min(size.width, size.height) / 24)
        label?.draw(
            at: PixelPoint(x: margin, y: margin),
            in: room,
            color: ink,
            on: &image
        )
        return image
    }

    /// The rounded rectangle and its border, which pictures of one or two pixels are too small for.
    private func drawPlate(on image: inout StraightImage, scale: Int) {
        let (width, height) = (image.width, image.height)
        let radius = min(min(width, height) / 6, 12 * scale)
        /// Twice the distance into a corner's square, along one axis.
        func depth(_ place: Int, of length: Int) -> Int {
            max(0, 2 * radius - 2 * place - 1, 2 * place + 1 - 2 * (length - radius))
        }
        func isInside(_ x: Int, _ y: Int) -> Bool {
            guard x >= 0, y >= 0, x < width, y < height else { return false }
            let (dx, dy) = (depth(x, of: width), depth(y, of: height))
            return dx == 0 || dy == 0 || dx * dx + dy * dy <= 4 * radius * radius
        }
        let (fill, ink) = (fill, ink)
        let hasBorder = min(width, height) > 2
        for y in 0..<height {
            for x in 0..<width where isInside(x, y) {
                let isRim =
                    !isInside(x - 1, y) || !isInside(x + 1, y) || !isInside(x, y - 1)
                    || !isInside(x, y + 1)
                image[x, y] = hasBorder && isRim ? ink : fill
            }
        }
    }

    /// A line at the foot that grows with the frames, where there is no room for a number.
    private func drawBar(of number: Int, on image: inout StraightImage) {
        let (fill, ink) = (fill, ink)
        let y = max(0, image.height - 3)
        let columns = (0..<image.width).filter { image[$0, y] == fill }
        for x in columns.prefix(max(1, columns.count * (number + 1) / frameCount)) {
            image[x, y] = ink
        }
    }

    private func color(saturation: Double, lightness: Double) -> StraightPixel {
        let chroma = (1 - abs(2 * lightness - 1)) * saturation
        func level(_ shift: Double) -> UInt8 {
            let place = (hue * 6 + shift).truncatingRemainder(dividingBy: 6)
            let share = min(max(abs(place - 3) - 1, 0), 1)
            return UInt8((255 * (lightness - chroma / 2 + chroma * share)).rounded())
        }
        return StraightPixel(r: level(0), g: level(4), b: level(2), a: 255)
    }
}

/// A text broken into lines that fill a box.
struct PlaceholderLabel {
    private(set) var lines: [String]
    /// Pixels a dot.
    private(set) var scale: Int

    /// The largest lines that fit into a box of pixels, shortened where even the smallest do not; nil
    /// where nothing fits.
    ///
    /// `limit` is the greatest scale.
    init?(_ text: String, in box: (width: Int, height: Int), atMost limit: Int) {
        for scale in stride(from: max(1, limit), through: 1, by: -1) {
            let rows = Self.rows(in: box.height, scale)
            let lines = Self.broken(text, to: box.width / scale)
            if let lines, lines.count <= rows {
                (self.lines, self.scale) = (lines, scale)
                return
            }
        }
        let rows = Self.rows(in: box.height, 1)
        var lines = Self.filled(with: text.map { String($0) }, to: box.width) ?? []
        if lines.count > rows {
            let rest = lines.dropFirst(max(0, rows - 1)).joined()
            lines =
                lines.prefix(max(0, rows - 1)) + [
                    PixelFont.standard.shortened(rest, to: box.width)
                ]
        }
        guard rows > 0, lines.contains(where: { !$0.isEmpty }) else { return nil }
        (self.lines, scale) = (lines, 1)
    }

    /// The last line may do without the rows below letters.
    private static func rows(in height: Int, _ scale: Int) -> Int {
        max(0, height / scale + 2) / PixelFont.height
    }

    /// Lines that end behind dots, dashes and the like; nil when a piece is wider than a line.
    private static func broken(_ text: String, to width: Int) -> [String]? {
        var pieces: [String] = [""]
        for character in text {
            pieces[pieces.count - 1].append(character)
            if "-_.~/ ".contains(character) { pieces.append("") }
        }
        return filled(with: pieces.filter { !$0.isEmpty }, to: width)
    }

    /// Lines as full as they can be; nil when a piece is wider than a line.
    private static func filled(with pieces: [String], to width: Int) -> [String]? {
        var lines: [String] = []
        for piece in pieces {
            guard PixelFont.standard.width(of: piece) <= width else { return nil }
            if let last = lines.last, PixelFont.standard.width(of: last + piece) <= width {
                lines[lines.count - 1] += piece
            } else {
                lines.append(piece)
            }
        }
        return lines
    }

    /// Draws the lines in the middle of a box, whose upper left corner is given in pixels.
    func draw(
        at corner: PixelPoint,
        in room: (width: Int, height: Int),
        color: StraightPixel,
        on image: inout StraightImage
    ) {
        let font = PixelFont.standard
        let height = (lines.count * PixelFont.height - 2) * scale
        for (row, line) in lines.enumerated() {
            let place = PixelPoint(
                x: corner.x + (room.width - font.width(of: line) * scale) / 2,
                y: corner.y + max(0, room.height - height) / 2 + row * PixelFont.height * scale
            )
            font.draw(line, at: place, color: color, scale: scale, on: &image)
        }
    }
}
