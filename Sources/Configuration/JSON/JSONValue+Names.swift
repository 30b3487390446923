extension JSONValue {
  /// A string, or a list of strings. Empty if an element has another type.
  package var names: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values) where values.allSatisfy { $0.string != nil }: values.compactMap(\.string)
    default: []
    }
  }

  /// The words of a string that separates them by spaces, or the strings of a list.
  package var words: [String] {
    if case .string(let text) = self { return text.split(separator: " ").map(String.init) }
    return names
  }
}
