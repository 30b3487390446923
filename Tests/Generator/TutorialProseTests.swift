import Testing

@testable import AuthGenerator
@testable import AuthTutorials

/// Checks the Markdown that displays a descriptor's strings.
@Suite struct `Text in a tutorial` {
  @Test(arguments: [
    ("Create an application of type Native.", "Create an application of type Native."),
    ("Ask for `offline_access`.", "Ask for `offline_access`."),
    ("a\n@Step {\n}\n b", "a \\@Step &#123; &#125; b"),
    ("ends the line with }", "ends the line with &#125;"),
    ("code `a}` and `b`", "code \\`a&#125;\\` and `b`"),
    ("`open", "\\`open"),
    ("```\nx\n```", "\\`\\`\\` x \\`\\`\\`"),
    ("[a](doc:Other) <https://x.example> ![i](p.png)", "\\[a\\](doc:Other) \\<https://x.example\\> \\!\\[i\\](p.png)"),
    ("*b* _i_ # h | c ~s~ &amp; \\n", "\\*b\\* \\_i\\_ \\# h \\| c \\~s\\~ \\&amp; \\\\n"),
    ("- a list", "\\- a list"), ("1. a list", "1\\. a list"), ("2024 was", "2024 was"), ("= heading", "\\= heading"),
    ("<!-- gone -->", "\\<\\!-- gone --\\>"),
  ])
  func `Text in a tutorial displays the string unchanged`(text: String, expected: String) {
    #expect(TutorialProse.text(text) == expected)
  }

  @Test(arguments: [
    ("https://id.acme.example/", "`https://id.acme.example/`"), ("a`b", "a\\`b"), ("{x}", "&#123;x&#125;"),
    (" two  words ", "`two words`"), ("", ""),
  ])
  func `Text in a tutorial becomes inline code if possible`(text: String, expected: String) {
    #expect(TutorialProse.code(text) == expected)
  }

  @Test(arguments: [
    ("a | b", "a \\| b"), ("a \\| b", "a \\| b"), ("`a|b`", "`a\\|b`"), ("a|\u{301}b", "a\\|\u{301}b"),
    ("a\\|\u{301}", "a\\|\u{301}"), ("||", "\\|\\|"),
  ])
  func `A bar in a tutorial's table doesn't begin the next cell`(markdown: String, expected: String) {
    #expect(TutorialProse.cell(markdown) == expected)
  }

  @Test(arguments: [
    ("Auth0", "Auth0"), ("A \"quoted\" name", "A 'quoted' name"), ("x\") {\n} @Step(\"", "x') Step('"), ("a\\", "a/"),
  ])
  func `Text in a tutorial can't end an argument of a directive`(text: String, expected: String) {
    #expect(TutorialProse.argument(text) == expected)
  }
}
