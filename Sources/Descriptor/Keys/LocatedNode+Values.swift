extension LocatedNode {
  /// The strings of a list. A single string is read as a list of one.
  var texts: [String]? {
    list?.compactMap(\.text) ?? text.map { [$0] }
  }

  /// The strings of a list, or the keys of a map.
  var words: [String] { list?.compactMap(\.text) ?? entries?.map(\.key) ?? [] }

  /// The keys of the entries with `required: true`.
  var requiredWords: [String]? { entries?.filter { $0.value["required"]?.flag == true }.map(\.key) }

  /// The value of a key whose shape is valid.
  func value<Value: DescribedValue>(_ key: String) -> Value? {
    self[key].flatMap { Value.read($0, over: nil) }
  }
}

extension LocatedNode.Entry {
  /// The value of `case`, or the key in camel case.
  var swiftName: String { value["case"]?.text ?? SwiftName.lowerCamel(key) }

  var doc: String? { value["doc"]?.text }

  /// The key `values`: a list of values, or a map from a value to its description or to `{case, doc}`.
  var namedValues: [ProviderDescriptor.NamedValue] {
    let values = value["values"]
    return (values?.words ?? []).map { word in
      let node = values?[word]
      return .init(
        rawValue: word, caseName: node?["case"]?.text ?? SwiftName.lowerCamel(word),
        doc: node?.text ?? node?["doc"]?.text)
    }
  }
}
