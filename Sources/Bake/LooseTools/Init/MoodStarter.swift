import Raster

/// Three moods and two values that stand for something else, in two packs.
let moodStarter = Starter(
    catalog: """
        {
          "$schema": "catalog.schema.json",
          "catalogVersion": 1,
          "name": "moods",
          "sources": ["assets-src"],
          "canvas": { "width": 64, "height": 64 },
          "sourceDensity": 2,
          "axes": {
            "pack": { "values": ["round", { "id": "heart", "fallback": ["round"] }], "sparse": true },
            "mood": {
              "values": [
                { "id": "bad", "raw": 0 },
                { "id": "average", "raw": 1 },
                { "id": "good", "raw": 2 },
                { "id": "missing", "raw": 3, "required": true }
              ],
              "default": "missing",
              "unknown": "missing"
            }
          },
          "images": [ { "id": "face", "asset": "<pack>_<mood>" } ],
          "targets": [
            { "id": "phone", "kind": "atlas", "scales": [1, 2] },
            { "id": "watch", "kind": "images", "scales": [2], "images": ["*"], "sizes": [[32, 32]] }
          ]
        }

        """,
    pictures: StarterFace.allCases.map { ("round_\($0)", $0.picture(isHeart: false)) }
        + [("heart_good", StarterFace.good.picture(isHeart: true))]
)

private enum StarterFace: CaseIterable {
    case bad, average, good, missing

    private var color: (UInt8, UInt8, UInt8) {
        switch self {
        case .bad: (240, 138, 138)
        case .average: (248, 214, 114)
        case .good: (140, 207, 150)
        case .missing: (214, 208, 224)
        }
    }

    func picture(isHeart: Bool) -> StraightImage {
        var face = Sketch(width: 128, height: 128)
        let (r, g, b) = isHeart ? (244, 140, 168) : color
        if isHeart {
            face.ellipse(42, 46, 34, 32, r, g, b)
            face.ellipse(86, 46, 34, 32, r, g, b)
            for step in 0...56 {
                let down = Double(step)
                let half = 54 * (1 - down * down / 3136)
                face.ellipse(64, 56 + down, max(3, half - down * 0.12), 4, r, g, b)
            }
        } else {
            face.ellipse(64, 64, 56, 56, r, g, b)
        }
        if self == .missing {
            for x in [42.0, 64, 86] { face.ellipse(x, 64, 7, 7, 255, 255, 255) }
            return face.image.straight()
        }
        for x in [46.0, 82] {
            face.ellipse(x, 54, 6.5, 8, 63, 53, 80)
            face.ellipse(x - 2, 51, 2.4, 3, 255, 255, 255)
        }
        switch self {
        case .good:
            face.ellipse(64, 76, 16, 13, 63, 53, 80)
            face.ellipse(64, 69.5, 18, 12, r, g, b)
        case .bad:
            face.ellipse(64, 90, 16, 13, 63, 53, 80)
            face.ellipse(64, 96.5, 18, 12, r, g, b)
        default:
            face.ellipse(64, 82, 13, 3, 63, 53, 80)
        }
        return face.image.straight()
    }
}
