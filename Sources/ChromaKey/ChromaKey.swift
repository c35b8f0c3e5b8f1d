// ChromaKey
