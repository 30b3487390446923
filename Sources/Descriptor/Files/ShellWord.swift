import AuthConfiguration

/// An argument of a shell command.
package enum ShellWord {
  /// The word, in single quotes unless no character in it has a meaning for a shell.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_./:@+".utf8.contains($0) }
    return isPlain && !word.isEmpty ? word : singleQuoted(word)
  }

  /// The word in single quotes.
  package static func singleQuoted(_ word: String) -> String {
    "'" + word.replacingScalar("'", with: #"'\''"#) + "'"
  }
}

extension String {
  /// Replaces a Unicode scalar, even if a combining mark follows it. Both form one character, but other programs, such
  /// as a shell, still see the scalar.
  package func replacingScalar(_ scalar: Unicode.Scalar, with replacement: String) -> String {
    var scalars = String.UnicodeScalarView()
    for next in unicodeScalars {
      if next == scalar { scalars.append(contentsOf: replacement.unicodeScalars) } else { scalars.append(next) }
    }
    return String(scalars)
  }
}
