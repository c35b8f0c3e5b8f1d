import Raster

/// A pet of two frames, an outfit with frames of its own, and a hat on a green screen.
let petStarter = Starter(
    catalog: petCatalog,
    pictures: [
        ("blob_pet", starterPet(inRobe: false)), ("blob_pet_robe", starterPet(inRobe: true)),
        ("overlay_hat", starterHat()),
    ],
    preview: ["--species", "blob", "--base", "robe", "--overlay", "hat", "-o", "look.png"]
)

private let petCatalog = """
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

    """
