extension JSONValue {
  /// The string, or the strings of a list. Empty if an element has another type.
  package var names: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values) where values.allSatisfy { $0.string != nil }: values.compactMap(\.string)
    default: []
    }
  }

  /// The parts of a space-separated string, or the strings of a list.
  package var words: [String] {
    if case .string(let text) = self { return text.split(separator: " ").map(String.init) }
    return names
  }
}
