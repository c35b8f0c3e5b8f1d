// Validation: what would look broken in the game, said before it is.
//
// In: a catalog, pictures and facts about them that others have gathered. Out: `Diagnostic` values;
// nothing is thrown, read or written. `Catalog/` looks at the authored text alone, `Pictures/`
// measures pixels, `Frames/` compares the frames of a sheet, `Assets/` compares pictures with the
// canvas and with each other, and the files beside this one look at budgets and at what saved games
// rely on.
// `Reports` puts in order what is found, and tells it.
