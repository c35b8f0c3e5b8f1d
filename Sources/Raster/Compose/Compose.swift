// Compose: from pictures and placements to a dressed pet.
//
// In: straight pictures, a transform each, a scale. Out: `LayerPicture`s, which are what atlases
// hold, and composites of them. A composite is made from the very pixels that an atlas holds, so a
// game that draws the atlas gets what a preview showed, bit for bit.
