let first = "the first step's line"
