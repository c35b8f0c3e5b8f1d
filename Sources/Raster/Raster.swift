// Raster: pixels, masks, and operations on them.
//
// In: sizes and pixel values. Out: `Bitmap`s, straight or premultiplied, sequences of them,
// `BitMask`s, palettes, and facts about them (`opaqueBounds`). All other modules access pixels
// through this one. The hot loops are in Kernels, compiled twice; the copy is chosen here
// once per image.
