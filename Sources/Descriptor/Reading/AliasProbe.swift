import Yams

/// Finds the first anchor or alias of a text before Yams expands one.
///
/// Yams hashes every key of a map while it reads, and a key may be an alias: few nested aliases cost more time than
/// anyone has. Where a token begins, only YAML's own scanner knows, so it is asked: in the probe every `&` and `*`
/// stands as a reserved sign, which is ordinary inside of text and an error where a token begins.
enum AliasProbe {
  /// The first anchor or alias, or what else stopped the probe for good.
  static func check(_ text: String, file: String) throws(DiagnosticsError) {
    guard mayHold(text) else { return }
    do {
      _ = try Yams.compose(yaml: reserved(text), .basic)
    } catch YamlError.scanner(_, _, let mark, _) {
      let location = SourceLocation(file: file, line: mark.line, column: mark.column)
      guard let name = name(of: text, at: location) else { return }
      let message = "YAML \(name) are not part of the descriptor language"
      throw DiagnosticsError([Diagnostic(.files.notPlainYAML, message, at: location)])
    } catch let error as YamlError {
      // Every other error is an error of the text itself, at the same place, and no alias stands before it. Only a
      // duplicate key might be the probe's own, so the text is not read on.
      guard case .duplicatedKeysInMapping = error else { return }
      throw DiagnosticsError(YAMLFailure(error, text: text, file: file).diagnostics)
    } catch {
      throw DiagnosticsError([Diagnostic(.files.invalidYAML, "\(error)", at: SourceLocation(file: file))])
    }
  }

  /// A name follows the sign, and no character of a word stands before it. Prose seldom looks like that.
  private static func mayHold(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "*") else { return false }
      return (index == 0 || !isName(bytes[index - 1])) && index + 1 < bytes.count && isName(bytes[index + 1])
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  /// `@` and the backtick begin no token and are characters like others elsewhere, exactly as `&` and `*` are.
  private static func reserved(_ text: String) -> String {
    var probe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { probe.append(scalar == "&" ? "@" : scalar == "*" ? "`" : scalar) }
    return String(probe)
  }

  private static func name(of text: String, at location: SourceLocation) -> String? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(location.line - 1) else { return nil }
    let sign = lines[location.line - 1].unicodeScalars.dropFirst(location.column - 1).first
    return sign.flatMap { ["&": "anchors", "*": "aliases"][$0] }
  }
}
