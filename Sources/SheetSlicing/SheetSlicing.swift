// SheetSlicing: which pixels of a sheet are a frame, and where a frame stands in its animation.
//
// In: a keyed sheet and how to cut it (`SheetCut`). Out: a `CutSheet` of boxes, with masks where
// neighbors reach into each other's (`cutSheet`); and frames of one size that stand still
// (`registerFrames`). Grids and cells are arithmetic (`Layouts`); figures without a grid are found by
// what is drawn (`Islands`).
