// Geometry: sizes, positions and rectangles of whole pixels, without pixels.
//
// In: numbers. Out: values whose sides are in range, so that areas and sums cannot overflow.
// Modules that only compute layouts (packing, sheet grids) use this part alone.
