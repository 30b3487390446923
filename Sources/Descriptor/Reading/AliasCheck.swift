import AuthConfiguration
import Yams

/// Finds the first anchor or alias in a file, before Yams expands any.
///
/// Yams hashes every key of a map while it reads, and a key may be an alias, so a few nested aliases can take unlimited
/// time. Only YAML's scanner knows where a token begins. The check therefore replaces every `&` and `*` with a reserved
/// character, which is ordinary inside a string and an error at the beginning of a token.
enum AliasCheck {
  /// Throws an error for the first anchor or alias, or for another error that ends this check.
  static func check(_ text: String, file: String) throws(DiagnosticsError) {
    guard mayHold(text) else { return }
    do {
      _ = try Parser(yaml: reserved(text), resolver: .basic, encoding: .utf8).singleRoot()
    } catch YamlError.scanner(_, _, let mark, _) {
      let location = SourceLocation(file: file, line: mark.line, column: mark.column)
      guard let name = name(of: text, at: location) else { return }
      let message = "YAML \(name) aren't allowed in a descriptor; write the value out instead"
      throw DiagnosticsError([Diagnostic(.files.notPlainYAML, message, at: location)])
    } catch let error as YamlError {
      // Every other error is an error of the text itself, at the same location, and no alias precedes it. Only a
      // duplicate key could be caused by the replacement, so in that case the text isn't parsed further.
      guard case .duplicatedKeysInMapping = error else { return }
      throw DiagnosticsError(YAMLFailure(error, text: text, file: file).diagnostics)
    } catch {
      throw DiagnosticsError([Diagnostic(.files.invalidYAML, "\(error)", at: SourceLocation(file: file))])
    }
  }

  /// Whether a name follows a sign that isn't inside a word. That's rare in prose.
  private static func mayHold(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "*") else { return false }
      return (index == 0 || !isName(bytes[index - 1])) && index + 1 < bytes.count && isName(bytes[index + 1])
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// Replaces `&` and `*` with `@` and the backtick. These are ordinary characters too, except that no token may begin
  /// with them.
  private static func reserved(_ text: String) -> String {
    let bytes = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "&"): UInt8(ascii: "@")
      case UInt8(ascii: "*"): UInt8(ascii: "`")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func name(of text: String, at location: SourceLocation) -> String? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(location.line - 1) else { return nil }
    let sign = lines[location.line - 1].unicodeScalars.dropFirst(location.column - 1).first
    return sign.flatMap { ["&": "anchors", "*": "aliases"][$0] }
  }
}
