extension Substring {
  /// The text without white space at its ends.
  var trimmed: Substring {
    let front = drop(while: \.isWhitespace)
    return front.dropLast(front.reversed().prefix(while: \.isWhitespace).count)
  }
}
