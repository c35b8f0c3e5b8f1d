// AtlasPack
