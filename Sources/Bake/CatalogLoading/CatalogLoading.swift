// CatalogLoading: a catalog with the files that it is about.
//
// In: a catalog's path on a disk. Out: the catalog, its assets, what every item resolves to for every
// species, and everything that is wrong so far. No picture is opened.
