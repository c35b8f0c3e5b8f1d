// KilnManifest
