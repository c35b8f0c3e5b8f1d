// Digests: what a file holds, in 32 bytes.
//
// In: bytes. Out: their SHA-256, which the cache, the manifest and the gallery page tell contents
// apart by.
