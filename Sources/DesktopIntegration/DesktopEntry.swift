#if os(Linux)
  /// The file that tells a desktop of a program (Desktop Entry Specification 1.5).
  struct DesktopEntry: Sendable, Hashable {
    let scheme: CallbackScheme
    let name: String
    /// The program's path and its own arguments.
    let command: [String]

    /// Says that ``DesktopRegistration`` has written the file, which nothing else is to be overwritten by.
    static let mark = "X-Swift-Auth-Scheme="

    init(scheme: CallbackScheme, name: String, command: [String]) throws(DesktopFailure) {
      guard Self.isOneLine(name), name.contains(where: { !$0.isWhitespace }) else {
        throw .unsuitable("the app's name must be one line of text that is not empty")
      }
      // The specification knows no '=' there; and GLib looks for a program whose '%' is doubled.
      guard let program = command.first, program.utf8.first == UInt8(ascii: "/"),
        !program.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "%") })
      else {
        throw .unsuitable(
          "the program must be a path that begins with '/' and has no '=' or '%' in it: give another link to it "
            + "(Desktop Entry Specification, \"The Exec key\")")
      }
      guard command.allSatisfy(Self.isOneLine) else {
        throw .unsuitable("the program's path and its arguments must hold no line breaks and no control characters")
      }
      (self.scheme, self.name, self.command) = (scheme, name, command)
    }

    /// What stands in the file.
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

    /// As one word of a command line ("The Exec key"). Quotes only where there must be some: without a desktop's own opener,
    /// `xdg-open` takes them for a part of the path.
    private static func word(_ text: String) -> String {
      // A single % would begin a field code.
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

    /// As a value of type string ("Possible value types"), which is undone before anything else.
    private static func escaped(_ value: String) -> String {
      let doubled = value.doubling("\\")
      // Readers take the spaces away that a value begins with.
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
    /// Scalar by scalar: with an accent behind it, a sign is another character, but not to those who read the file.
    fileprivate func doubling(_ sign: Unicode.Scalar) -> String {
      String(String.UnicodeScalarView(unicodeScalars.flatMap { $0 == sign ? [sign, sign] : [$0] }))
    }
  }
#endif
