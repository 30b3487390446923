/// Strings that end a literal, a comment, a scope, or a template tag. Each one has room for a mark that identifies it.
struct HostileText: Sendable, CustomStringConvertible {
  private let before: String
  private let after: String

  private init(_ before: String, after: String = "") {
    self.before = before
    self.after = after
  }

  /// The string with a mark of letters and digits.
  func text(_ mark: String) -> String { before + mark + after }

  var description: String { text("…").debugDescription }

  /// The language allows these strings, because they're data.
  static let texts = [
    HostileText("\"; fatalError() //"), HostileText("\\(fatalError())"), HostileText("", after: "\\"),
    HostileText("", after: "\""), HostileText("\"\"\"\n}\nstatic func injected() {}\n\"\"\""),
    HostileText("*/ } func injected() {} /*"), HostileText("\"#, injected: #\"\\#(1)"), HostileText("\"##\\##("),
    HostileText("`injected` ``Injected`` ```\nx\n```"), HostileText("\"\u{301}\u{327}\\\u{301}("),
    HostileText("{{ client.type }}{% for a in b %}{# c #}"), HostileText("{% endfor %}{% include \"x\" %}"),
    HostileText("\n@Metadata {\n@TechnologyRoot\n}\n@Comment(\""), HostileText("👩\u{200D}💻é\u{301}"),
    HostileText("\n- Parameters:\n  - injected: x\n- Throws: y\n- Returns: "),
    HostileText("<!-- [a](doc:Injected) ![b](c.png) <script>"),
    HostileText("\n#if true\n#error(\"x\")\n@main\n"),
    HostileText("\n~~~\n1. x\n> Warning: y\n| a |\n|---|\n===\n# H\n\\param z "),
    HostileText("\r\n}\r\nimport Foundation;"),
    HostileText("\t}; let injected = { $0 }("),
  ]

  /// Characters that make a file look different from its contents. They're rejected everywhere.
  static let forbidden = [
    "\0", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}", "\u{85}", "\u{7F}", "\u{1B}[2J", "\u{FEFF}",
  ]
}
