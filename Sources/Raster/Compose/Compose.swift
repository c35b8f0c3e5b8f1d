// Compose: from images and placements to a dressed pet.
//
// In: straight images, a transform for each, a scale. Out: `LayerPicture`s, which atlases contain,
// and composites of them. A composite is made of the same pixels as an atlas, so a game that draws
// the atlas matches the preview bit for bit.
