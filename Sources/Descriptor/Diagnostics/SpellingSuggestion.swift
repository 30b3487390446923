/// Finds the word that was probably intended.
package enum SpellingSuggestion {
  /// Returns the candidate closest to `word`, if it's close enough to be a typo. If several are equally close, it's the
  /// first one.
  static func find(_ word: String, among candidates: some Sequence<String>, tolerance: Int? = nil) -> String? {
    let limit = tolerance ?? max(1, word.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates where abs(candidate.count - word.count) <= limit {
      let distance = distance(word.lowercased(), candidate.lowercased())
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Returns `; did you mean 'x'?`, or an empty string.
  package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    find(word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns the number of edits between two words. Swapping two adjacent characters is one edit (optimal string
  /// alignment).
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(substitution, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
