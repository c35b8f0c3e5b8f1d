// Bake
