import ChromaKey
import Raster

/// What areas of the screen's hue were taken for, marked on a keyed picture.
struct AreaMarks {
    let areas: [KeyReport.Area]

    /// Such as `1 glass (cyan), 2 solid (green)`.
    var words: String {
        KeyReport.Area.Kind.allCases.compactMap { kind in
            let count = areas.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.rawValue) (\(kind.ink.name))"
        }.joined(separator: ", ")
    }

    /// The picture dimmed, a frame around each area.
    ///
    /// Alpha is straight, and `thickness` is in pixels.
    func marked(on keyed: StraightImage, thickness: Int) -> StraightImage {
        func dim(_ channel: UInt8) -> UInt8 { UInt8(20 + Int(channel) * 2 / 5) }
        var result = keyed.mapPixels {
            StraightPixel(r: dim($0.r), g: dim($0.g), b: dim($0.b), a: $0.a)
        }
        // Small areas lie in front of those around them.
        for area in areas {
            let (box, ink) = (area.box, area.kind.ink.color)
            let edges = [
                (box.x - thickness, box.y - thickness, box.width + 2 * thickness, thickness),
                (box.x - thickness, box.maxY, box.width + 2 * thickness, thickness),
                (box.x - thickness, box.y, thickness, box.height),
                (box.maxX, box.y, thickness, box.height),
            ]
            for (x, y, width, height) in edges {
                guard let edge = PixelRect(x: x, y: y, width: width, height: height),
                    let visible = edge.intersection(PixelRect(keyed.size))
                else { continue }
                result.fill(visible, with: ink)
            }
        }
        return result
    }
}

extension KeyReport.Area.Kind {
    /// Easily told from each other for most eyes, on dark and on light paper.
    fileprivate var ink: (name: String, color: StraightPixel) {
        switch self {
        case .solid: ("green", StraightPixel(r: 0, g: 170, b: 60))
        case .glass: ("cyan", StraightPixel(r: 0, g: 170, b: 230))
        case .glow: ("yellow", StraightPixel(r: 235, g: 180, b: 0))
        case .shadow: ("violet", StraightPixel(r: 170, g: 70, b: 220))
        }
    }
}
