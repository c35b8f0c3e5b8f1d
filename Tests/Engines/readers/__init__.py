"""Readers that follow what each engine documents; they know nothing of Kiln."""
