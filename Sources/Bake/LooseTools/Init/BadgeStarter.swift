import Raster

/// One badge and one ring, which get their colors from the catalog.
let badgeStarter = Starter(
    catalog: """
        {
          "$schema": "catalog.schema.json",
          "catalogVersion": 1,
          "name": "badges",
          "sources": ["assets-src"],
          "canvas": { "width": 96, "height": 96 },
          "sourceDensity": 2,
          "axes": {
            "level": { "values": ["none", "mini", "more", "max"] },
            "progress": {
              "values": [
                { "id": "begun", "range": [0, 0.5] },
                { "id": "halfway", "range": [0.5, 1] }
              ]
            }
          },
          "images": [
            { "id": "badge", "variants": {
              "none": { "tint": { "color": "#E3E7EC", "mode": "template" } },
              "mini": { "tint": { "color": "#B8E6D5", "mode": "template" } },
              "more": { "tint": { "color": "#7DB3E8", "mode": "template" } },
              "max": { "tint": { "color": "#B48FD9", "mode": "template" } } } },
            { "id": "ring", "variants": {
              "begun": { "tint": { "color": "#F2A65A", "mode": "template" } },
              "halfway": { "tint": { "color": "#7CC08A", "mode": "template" } } } }
          ],
          "targets": [
            { "id": "app", "kind": "atlas", "scales": [1, 2] },
            { "id": "files", "kind": "images", "scales": [2], "images": ["*"] }
          ]
        }

        """,
    pictures: [("badge", starterBadge()), ("ring", starterRing())]
)

/// A blossom of white discs with a heart cut out; only its alpha counts.
private func starterBadge() -> StraightImage {
    var badge = Sketch(width: 96, height: 96)
    let petals: [(Double, Double)] = [
        (48, 20), (68, 28), (76, 48), (68, 68), (48, 76), (28, 68), (20, 48), (28, 28),
    ]
    for (x, y) in petals { badge.ellipse(x, y, 17, 17, 255, 255, 255) }
    badge.ellipse(48, 48, 32, 32, 255, 255, 255)
    badge.hole(40, 42, 10.5, 10)
    badge.hole(56, 42, 10.5, 10)
    for step in 0...24 {
        let down = Double(step)
        badge.hole(48, 45 + down, max(1, 17.5 * (1 - down * down / 600)) - down * 0.25, 1.5)
    }
    return badge.image.straight()
}

private func starterRing() -> StraightImage {
    var ring = Sketch(width: 192, height: 192)
    ring.ellipse(96, 96, 92, 92, 255, 255, 255)
    ring.hole(96, 96, 76, 76)
    return ring.image.straight()
}
