// Digests: SHA-256 of contents, which identify files in the cache, the manifest and the gallery
// page.
