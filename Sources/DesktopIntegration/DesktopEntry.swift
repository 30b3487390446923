#if os(Linux)
  /// A file that describes a program to the desktop (Desktop Entry Specification 1.5).
  struct DesktopEntry: Sendable, Hashable {
    let scheme: CallbackScheme
    let name: String
    /// The program's path and its arguments.
    let command: [String]

    /// Marks a file that ``DesktopRegistration`` wrote. Other files must not be overwritten.
    static let mark = "X-Swift-Auth-Scheme="

    init(scheme: CallbackScheme, name: String, command: [String]) throws(DesktopFailure) {
      guard Self.isOneLine(name), name.contains(where: { !$0.isWhitespace }) else {
        throw .unsuitable("the app's name must be a single line, and can't be empty")
      }
      // The specification doesn't allow '=' there, and GLib doesn't undo the doubling of '%' in a program's path.
      guard let program = command.first, program.utf8.first == UInt8(ascii: "/"),
        !program.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "%") })
      else {
        throw .unsuitable(
          "the program's path must start with '/' and can't contain '=' or '%'; use a link to it with another name "
            + "(Desktop Entry Specification, \"The Exec key\")")
      }
      guard command.allSatisfy(Self.isOneLine) else {
        throw .unsuitable("the program's path and its arguments can't contain line breaks or control characters")
      }
      (self.scheme, self.name, self.command) = (scheme, name, command)
    }

    /// The contents of the file.
    var text: String {
      """
      [Desktop Entry]
      Type=Application
      Name=\(Self.escaped(name))
      Exec=\(Self.escaped(command.map(Self.word).joined(separator: " "))) %u
      MimeType=\(scheme.type);
      NoDisplay=true
      Terminal=false
      StartupNotify=false
      \(Self.mark)\(scheme.name)

      """
    }

    /// Formats a word of a command line ("The Exec key"). Quotes are used only if they are required, because without a
    /// desktop's own opener, `xdg-open` treats them as part of the path.
    private static func word(_ text: String) -> String {
      // A single % would start a field code.
      let text = text.doubling("%")
      guard text.isEmpty || text.unicodeScalars.contains(where: isReserved) else { return text }
      var quoted = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        if ["\"", "`", "$", "\\"].contains(scalar) { quoted.append("\\") }
        quoted.append(scalar)
      }
      return "\"\(String(quoted))\""
    }

    private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
      " \"'\\><~|&;$*?#()`".unicodeScalars.contains(scalar)
    }

    /// Escapes a value of type string ("Possible value types"). Readers undo this escaping first.
    private static func escaped(_ value: String) -> String {
      let doubled = value.doubling("\\")
      // Readers remove leading spaces from a value.
      return doubled.unicodeScalars.first == " " ? "\\s" + String(doubled.unicodeScalars.dropFirst()) : doubled
    }

    private static func isOneLine(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
    }
  }

  extension String {
    /// Doubles a scalar. Followed by a combining accent, it would be a different Character, but programs that read the file
    /// compare scalars.
    fileprivate func doubling(_ sign: Unicode.Scalar) -> String {
      String(String.UnicodeScalarView(unicodeScalars.flatMap { $0 == sign ? [sign, sign] : [$0] }))
    }
  }
#endif
