// Export
