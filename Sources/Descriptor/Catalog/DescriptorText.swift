import Foundation

/// Distinguishes descriptors from other files before they are parsed, so that a descriptor with invalid YAML is still
/// recognized.
enum DescriptorText {
  /// Whether a file is a YAML file with a line that begins with a key that only descriptors have.
  static func isDescriptor(_ text: String, file: String) -> Bool {
    isYAML(file) && hasKey(["schema", "extends", "abstract"], text)
  }

  /// Whether a file that the user specifies may be read as a descriptor. A link, or a file with another extension,
  /// could be anything. It must have a line that begins with a key of the language, so that a line of `/etc/shadow` is
  /// never reported as an unknown key.
  static func mayBeDescriptor(_ text: String, file: String) -> Bool {
    mayHave(DescriptorKeys.rootNames, text, file: file)
  }

  /// Whether a file that the user specifies may be read as a settings file.
  static func mayBeSettings(_ text: String, file: String) -> Bool {
    mayHave(settingsKeys, text, file: file)
  }

  private static var settingsKeys: [String] { GeneratorSettings.table.keys.map(\.name) }

  private static func mayHave(_ keys: [String], _ text: String, file: String) -> Bool {
    isYAML(URL(fileURLWithPath: file).resolvingSymlinksInPath().path) || hasKey(keys, text)
  }

  /// Whether a file is a YAML file with a line that begins with a key of `auth-generator.yaml`.
  static func isSettings(_ text: String, file: String) -> Bool {
    isYAML(file) && hasKey(settingsKeys, text)
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
