/// Distinguishes descriptors from other files before they are parsed, so that a descriptor with invalid YAML still counts as
/// one.
enum DescriptorText {
  /// A YAML file one of whose lines begins with a key that only descriptors have.
  static func isDescriptor(_ text: String, file: String) -> Bool {
    isYAML(file) && hasKey(["schema", "extends", "abstract"], text)
  }

  /// A YAML file one of whose lines begins with a key of `auth-generator.yaml`.
  static func isSettings(_ text: String, file: String) -> Bool {
    isYAML(file) && hasKey(["access", "comments", "warnings"], text)
  }

  private static func isYAML(_ file: String) -> Bool {
    file.isDescriptorFile && !file.fileName.hasPrefix(".")
  }

  private static func hasKey(_ keys: [String], _ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      let word = line.prefix { $0 != ":" }
      guard word.endIndex < line.endIndex else { return false }
      return keys.contains(String(word.filter { !"{\"' ".contains($0) }))
    }
  }
}
