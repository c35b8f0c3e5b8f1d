// SheetSlicing: where the cells of a sheet lie.
//
// In: the size of a sheet and a grid. Out: rectangles, row by row, left to right.
