"""Drafts of descriptors from a file of facts: see `scripts/import-providers`."""
