// Geometry: sizes, places and rectangles of whole pixels, without any pixel.
//
// In: numbers. Out: values whose sides are in range, so that areas and sums cannot overflow. Modules that
// lay out and cut by numbers alone (packing, grids of sheets) see this one and no picture.
