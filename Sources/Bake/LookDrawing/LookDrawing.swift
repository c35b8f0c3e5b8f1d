// LookDrawing: pictures of looks and of keying, from the sources, for people.
//
// In: a loaded catalog and looks, or the wish to see its keying. Out: drawn looks, originals beside
// what keying makes of them, and what a gallery page shows; the very pixels that a bake would ship.
