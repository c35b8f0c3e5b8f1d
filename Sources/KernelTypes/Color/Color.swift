// Color: colors independent of images.
//
// In: code values, or text typed by a user. Out: RGB and its text, luma and chroma, and how far a
// color leans to a screen's hue. Each formula is defined once, so that modules agree exactly.
