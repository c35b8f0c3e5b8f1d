import Raster

/// An icon, two tabs, and color names in a file of their own.
let appStarter = Starter(
    catalog: """
        {
          "$schema": "catalog.schema.json",
          "catalogVersion": 1,
          "name": "app",
          "sources": ["assets-src"],
          "canvas": { "width": 64, "height": 64 },
          "colors": "tokens.json",
          "images": [
            { "id": "app_icon", "size": [512, 512] },
            { "id": "tab_today", "tint": { "color": "brand.primary", "mode": "template" } },
            { "id": "tab_profile", "tint": { "color": "brand.primary", "mode": "template" } }
          ],
          "sheets": { "tab_*": { "density": 3 }, "app_icon": { "density": 2 } },
          "targets": [
            { "id": "web", "kind": "atlas", "scales": [1, 2], "images": ["tab_*"] },
            { "id": "ios", "kind": "xcassets", "scales": [1, 2, 3], "images": ["tab_*"],
              "assetCatalog": {
                "name": "App", "template": ["tab_*"],
                "appIcons": [ { "id": "AppIcon", "image": "app_icon", "platforms": ["ios"] } ] } }
          ],
          "profiles": {
            "mock": { "targets": ["web"], "placeholders": "missing" },
            "production": { "strict": true, "placeholders": "none" }
          }
        }

        """,
    texts: [
        (
            "tokens.json",
            """
            {
              "brand": { "primary": "#5B6EE1", "accent": "#F2A65A" }
            }

            """
        )
    ],
    pictures: [
        ("app_icon", starterIcon()), ("tab_today", starterTab(isProfile: false)),
        ("tab_profile", starterTab(isProfile: true)),
    ],
    bake: ["--profile", "production"]
)

/// A sun that comes up, without alpha, as stores want icons.
private func starterIcon() -> StraightImage {
    var icon = Sketch(width: 1024, height: 1024)
    icon.ellipse(512, 512, 2000, 2000, 91, 110, 225)
    icon.ellipse(512, 640, 330, 330, 118, 136, 238)
    icon.ellipse(512, 640, 230, 230, 255, 214, 122)
    icon.ellipse(512, 1200, 900, 520, 52, 64, 150)
    for side in [-1.0, 1] {
        icon.ellipse(512 + side * 74, 610, 22, 28, 76, 62, 80)
        icon.ellipse(512 + side * 124, 648, 28, 18, 246, 160, 120)
    }
    icon.ellipse(512, 642, 30, 20, 76, 62, 80)
    return icon.image.straight()
}

/// A sun, or a person: black, for only alpha counts.
private func starterTab(isProfile: Bool) -> StraightImage {
    var tab = Sketch(width: 72, height: 72)
    if isProfile {
        tab.ellipse(36, 24, 14, 14, 0, 0, 0)
        tab.ellipse(36, 66, 27, 24, 0, 0, 0)
        tab.hole(36, 86, 40, 20)
    } else {
        tab.ellipse(36, 36, 14, 14, 0, 0, 0)
        let rays: [(Double, Double)] = [
            (36, 10), (54.4, 17.6), (62, 36), (54.4, 54.4), (36, 62), (17.6, 54.4), (10, 36),
            (17.6, 17.6),
        ]
        for (x, y) in rays { tab.ellipse(x, y, 4.5, 4.5, 0, 0, 0) }
    }
    return tab.image.straight()
}
