// AssetNaming: maps names to files, without disk or pixels.
//
// In: the paths found under the sources (with the `Contents.json` files), and the catalog's naming
// templates. Out: an `AssetIndex` of assets, a `Resolution` for each species, item and axis value,
// with every attempted name, and `Coverage` of them all with its diagnostics.
