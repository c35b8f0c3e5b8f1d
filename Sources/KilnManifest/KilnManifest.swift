// KilnManifest: what a bake emitted, and how a game reads it.
//
// In: the bytes of `manifest.json`. Out: a `Manifest`, and from it the draw list of a `Look`: which
// rectangle of which page goes where, in what order. A game links this module and nothing else of
// Kiln; it needs the standard library and Foundation only.
//
//     let manifest = try Manifest(json: Data(contentsOf: folder.appending(path: "manifest.json")))
//     var look = try manifest.look(species: "dog")
//     try look.equip("wizard", in: manifest)
//     var pages = try Pages<Texture>(of: manifest, forDensity: 2)
//     try pages.load(for: look) { file in try texture(at: folder.appending(path: file.path)) }
//     let idle = try manifest.playback(of: look, animation: "idle")
//     for step in try pages.drawList(for: look, animation: "idle", frame: idle.frame(at: seconds)) {
//         // draw step.source of pages[step] at step.x, step.y
//     }
//
// `Reading` makes a manifest of bytes, `Manifest` says what it is, `Looks` what a pet wears, `Drawing`
// what is drawn from where, and when. `extras` are what the catalog says for the game alone. The module
// depends on no other, so `Catalog` takes its JSON values for extras.
