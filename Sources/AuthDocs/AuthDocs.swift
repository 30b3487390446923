// The documentation target: the catalog at the top of the repository belongs to it. It holds no code.
