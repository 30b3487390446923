/// File names that aren't allowed on every system.
package enum FileName {
  /// Whether Windows opens a device under this name, regardless of case and extension.
  package static func isReserved(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.lowercased()
    if ["con", "prn", "aux", "nul"].contains(stem) { return true }
    let ports = ["com", "lpt"]
    return ports.contains(String(stem.prefix(3))) && stem.count == 4 && "123456789¹²³".contains(stem.last ?? "0")
  }

  /// Whether a name contains a control character or a character that Windows doesn't allow.
  package static func hasUnsafeCharacter(_ name: String) -> Bool {
    name.unicodeScalars.contains { scalar in
      scalar.properties.generalCategory == .control || "\u{2028}\u{2029}<>:\"\\|?*".unicodeScalars.contains(scalar)
    }
  }
}
