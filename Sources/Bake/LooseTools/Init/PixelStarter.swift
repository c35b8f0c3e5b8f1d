import Raster

/// A pixel pet with two moods, in a room by day and by night.
let pixelStarter = Starter(
    catalog: """
        {
          "$schema": "catalog.schema.json",
          "catalogVersion": 1,
          "name": "pixel",
          "sources": ["assets-src"],
          "canvas": { "width": 64, "height": 48 },
          "axes": {
            "mood": {
              "values": [
                { "id": "happy", "raw": "Happy" },
                { "id": "sleepy", "raw": "Sleepy", "fallback": ["happy"] }
              ]
            }
          },
          "naming": { "species": ["<species>_<mood>"], "overlay": ["<asset>"] },
          "slots": { "scene": { "name": "Scenes" } },
          "species": [ { "id": "cat", "name": "Cat" } ],
          "items": [
            { "id": "day", "name": "Day", "equipStyle": "overlay", "slot": "scene", "z": -10, "key": false },
            { "id": "night", "name": "Night", "equipStyle": "overlay", "slot": "scene", "z": -10, "key": false }
          ],
          "sheets": {
            "cat_*": {
              "grid": { "columns": 2 }, "filter": "nearest", "placement": { "offset": [32, 29] },
              "animations": { "idle": { "fps": 2 } }
            },
            "*": { "filter": "nearest" }
          },
          "looks": [
            { "id": "morning", "species": "cat", "overlays": ["day"] },
            { "id": "good-night", "species": "cat", "overlays": ["night"], "axes": { "mood": "sleepy" } }
          ],
          "targets": [
            { "id": "game", "kind": "atlas", "scales": [1, 2, 4], "textureFilter": "nearest" },
            { "id": "paper", "kind": "eink", "looks": ["*"], "eink": { "panel": [400, 300], "inks": "mono" } }
          ]
        }

        """,
    pictures: [
        ("cat_happy", pixelCat(isAsleep: false)), ("cat_sleepy", pixelCat(isAsleep: true)),
        ("day", pixelScene(isNight: false)), ("night", pixelScene(isNight: true)),
    ],
    preview: ["--look", "good-night", "--animation", "idle", "--scale", "6", "-o", "look.gif"]
)
