// PictureFiles: reads and writes images, as many at once as memory allows.
//
// In: paths, and the memory that work on an image takes (`PictureNeed`). Out: decoded images,
// encoded ones, and a `PictureFailure` for each file that fails.
//
// `inParallel` bounds concurrency, `MemoryBudget` memory, and `Machine` provides the limits of
// both.
