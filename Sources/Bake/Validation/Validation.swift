// Validation: finds problems that would be visible in the game, before they are.
//
// In: a catalog, images and facts about them. Out: `Diagnostic` values; nothing is thrown, read or
// written. `Catalog/` checks the authored text, `Pictures/` measures pixels, `Frames/` compares the
// frames of a sheet, `Assets/` compares images with the canvas and with each other, and the files
// in this folder check budgets and names that saved games rely on. `Reports` sorts and prints the
// findings.
