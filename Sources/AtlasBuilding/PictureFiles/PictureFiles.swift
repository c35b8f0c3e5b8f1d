// PictureFiles: pictures on their way between files and memory, as many at once as there is room for.
//
// In: paths, and what work on a picture takes (`PictureNeed`). Out: decoded pictures, encoded ones,
// and a `PictureFailure` for each file that gives none.
//
// `inParallel` bounds how much is done at once, `MemoryBudget` how much memory that takes, and
// `Machine` says what there is of both.
