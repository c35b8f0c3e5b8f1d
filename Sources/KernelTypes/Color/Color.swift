// Color: what a color is apart from any picture.
//
// In: code values, or what somebody typed. Out: RGB and its text, luma and chroma, and how far a color
// leans to a screen's hue. One place for each formula, so that modules cannot differ in a digit.
