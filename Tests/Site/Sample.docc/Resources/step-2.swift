let first = "the first step's line"
let second = "the second step's line"
