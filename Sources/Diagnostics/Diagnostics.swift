// Diagnostics: one value for everything that may be wrong with the input.
//
// In: facts found by a check. Out: `Diagnostic` values, sortable, renderer-free; text, JSON and CI
// formats are made by whoever prints them.
