extension CheckContext {
  /// The values with a use.
  func values(_ use: StringUse) -> [UsedValue] { usedValues.filter { $0.uses.contains(use) } }

  /// The strings with a use.
  func strings(_ use: StringUse) -> [(path: [String], node: LocatedNode)] { values(use).flatMap(\.strings) }
}
