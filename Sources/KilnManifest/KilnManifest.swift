// KilnManifest: what a bake emitted, and how a game reads it.
//
// In: the bytes of `manifest.json`. Out: a `Manifest`, and from it the draw list of a `Look`: which
// rectangle of which page goes where, in what order. A game links this room and nothing else of
// Kiln; it needs the standard library and Foundation only.
//
//     let manifest = try Manifest(json: Data(contentsOf: folder.appending(path: "manifest.json")))
//     var look = try manifest.look(species: "dog")
//     try look.equip("wizard", in: manifest)
//     try look.equip("scarf", in: manifest)
//     for step in try manifest.drawList(for: look, animation: "idle", frame: 3, scale: 2) {
//         // draw step.source of the image step.image at step.x, step.y
//     }
//
// `Manifest.wearable` fits a player's save to the manifest; `extras` are what the catalog says for
// the game alone. It depends on no other room, so `Catalog` takes its JSON values for extras.
