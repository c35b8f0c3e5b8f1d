import Raster

/// A pet of two frames, an outfit with frames of its own, and a hat on a green screen.
let petStarter = Starter(
    catalog: """
        {
          "$schema": "catalog.schema.json",
          "catalogVersion": 1,
          "name": "starter",
          "sources": ["assets-src"],
          "canvas": { "width": 128, "height": 128 },
          "species": [
            { "id": "blob", "name": "Blob", "anchors": { "head": [[64, 46], [64, 52]] } }
          ],
          "items": [
            { "id": "hat", "name": "Hat", "equipStyle": "overlay", "z": 10,
              "placement": { "anchor": "head", "offset": [0, -10] } },
            { "id": "robe", "name": "Robe", "equipStyle": "replaceSprite", "species": ["blob"] }
          ],
          "sheets": {
            "blob_pet*": {
              "grid": { "columns": 2, "rows": 1 },
              "animations": { "idle": { "frames": "0-1", "fps": 3, "loop": true } }
            }
          },
          "looks": [ { "id": "dressed", "species": "blob", "base": "robe", "overlays": ["hat"] } ],
          "targets": [
            { "id": "game", "kind": "atlas", "scales": [1], "formats": ["kiln", "texturepacker-hash"] }
          ]
        }

        """,
    pictures: [
        ("blob_pet", starterPet(inRobe: false)), ("blob_pet_robe", starterPet(inRobe: true)),
        ("overlay_hat", starterHat()),
    ],
    preview: ["--species", "blob", "--base", "robe", "--overlay", "hat", "-o", "look.png"]
)

/// A round creature that breathes: two cells of 128 x 128.
func starterPet(inRobe isDressed: Bool) -> StraightImage {
    var sheet = Sketch(width: 256, height: 128)
    for (cell, squeeze) in [(0.0, 0.0), (128.0, 6.0)] {
        let middle = cell + 64
        sheet.ellipse(middle, 82 + squeeze / 2, 46 + squeeze / 2, 40 - squeeze, 74, 62, 106)
        sheet.ellipse(middle, 82 + squeeze / 2, 42 + squeeze / 2, 36 - squeeze, 150, 134, 232)
        if isDressed {
            sheet.ellipse(middle, 104, 36 + squeeze / 2, 15 - squeeze / 2, 178, 136, 52)
            sheet.ellipse(middle, 106, 34 + squeeze / 2, 13 - squeeze / 2, 58, 92, 168)
            sheet.ellipse(middle, 105, 4, 4, 246, 206, 92)
        }
        for side in [-1.0, 1] {
            sheet.ellipse(middle + side * 15, 76 + squeeze, 6, 8, 46, 36, 66)
            sheet.ellipse(middle + side * 15 - 2, 73 + squeeze, 2, 2.5, 255, 255, 255)
            sheet.ellipse(middle + side * 26, 90 + squeeze, 6, 4, 242, 140, 172)
        }
        sheet.ellipse(middle, 90 + squeeze, 4, 3, 46, 36, 66)
    }
    return sheet.image.straight()
}

/// A hat on #00FF00, as an artist would hand it in.
func starterHat() -> StraightImage {
    var picture = Sketch(width: 72, height: 56)
    let green = PremultipliedPixel(r: 0, g: 255, b: 0, a: 255)
    picture.image = PremultipliedImage(size: picture.image.size, filledWith: green)
    picture.ellipse(36, 42, 28, 8, 122, 36, 52)
    picture.ellipse(36, 28, 17, 20, 122, 36, 52)
    picture.ellipse(36, 28, 14, 17, 214, 72, 88)
    picture.ellipse(36, 41, 24, 5, 214, 72, 88)
    return picture.image.straight()
}
