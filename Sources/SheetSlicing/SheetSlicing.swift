// SheetSlicing: cuts a sheet into frames, and aligns them for animation.
//
// In: a keyed sheet and how to cut it (`SheetCut`). Out: a `CutSheet` of boxes, with masks where
// neighbors overlap them (`cutSheet`); and aligned frames of one size (`registerFrames`). Grids and
// cells are arithmetic (`GridLayout`); figures without a grid are detected (`Islands`).
