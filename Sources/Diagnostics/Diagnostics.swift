// Diagnostics: one type for all problems of the input.
//
// In: facts found by a check. Out: `Diagnostic` values, sortable and independent of renderers;
// text, JSON and CI formats are made by printers.
