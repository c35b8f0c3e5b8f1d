// Bake: the only room that knows the order, and the only one that touches disk and tasks.
//
// In: a catalog (or loose pictures) on a disk. Out: atlas pages, descriptors and a manifest on that
// disk, or every problem that kept them from being written.
