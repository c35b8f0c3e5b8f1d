// AssetNaming: which file is meant. Names only: no disk, no pixels.
//
// In: the paths found under the sources (and what the `Contents.json` files say), the catalog's
// naming templates. Out: an `AssetIndex` of assets, a `Resolution` for each species, item and axis
// value, with every name that was tried, and `Coverage` of them all with its diagnostics.
