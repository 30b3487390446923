// This target exists only for the documentation catalog at the top of the repository. It contains no code.
