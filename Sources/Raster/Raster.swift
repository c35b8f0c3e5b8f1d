// Raster: pixels, masks, and the operations on them.
//
// In: sizes and pixel values. Out: `Bitmap`s, straight or premultiplied, sequences of them,
// `BitMask`s, palettes, and facts about them (`opaqueBounds`). Every other module that touches a pixel
// does it through this one; the loops that matter live next door in Kernels, compiled twice, and
// are chosen here once per image.
