import Testing

@testable import AuthConfiguration

@Suite struct `Patterns` {
  @Test(
    arguments: [
      ("", [""], ["a"]), ("ab", ["ab"], ["", "a", "b", "abc", "cab"]), ("a|", ["", "a"], ["b"]),
      ("[a-z0-9][a-z0-9-]*", ["my-shop", "0"], ["", "-shop", "Shop"]),
      ("^(?:ab|c)+$", ["abcab", "c"], ["", "a", "abd"]),
      ("a?b*", ["", "a", "abb"], ["aa", "ba"]), ("a{2}", ["aa"], ["a", "aaa"]), ("a{2,}", ["aa", "aaaa"], ["a"]),
      ("a{2,3}", ["aa", "aaa"], ["a", "aaaa"]), ("(a{0,2}b){2}", ["bb", "aabab"], ["b", "aaab"]),
      (#"\d{2}\.\w?"#, ["12.", "12._"], ["12", "12a", "12.-", "1\u{FF12}."]), (#"\s"#, [" ", "\t"], ["\u{A0}", "s"]),
      (".", ["a", "ä", "."], ["", "\n", "\u{2028}"]), ("[^/]+", ["ab"], ["", "a/b"]), ("é", ["\u{E9}"], ["e\u{301}"]),
      ("[a-]", ["a", "-"], ["b", "]"]), ("[-a]", ["a", "-"], ["b"]), ("[a&b]", ["a", "&", "b"], ["c"]),
      (#"[\]\[&\&]"#, ["]", "[", "&"], [#"\"#]), (#"[\d_]+"#, ["1_"], ["a"]), ("[a-a]", ["a"], ["b"]),
    ] as [(String, [String], [String])])
  func `A pattern matches whole strings`(_ pattern: String, accepted: [String], rejected: [String]) {
    let pattern = TextPattern(pattern)
    #expect(pattern.problem == nil)
    for text in accepted { #expect(pattern.matches(text), "\(text)") }
    for text in rejected { #expect(!pattern.matches(text), "\(text)") }
  }

  @Test(arguments: [
    ("(a+)+c", String(repeating: "a", count: 200), false), ("(a*)*", "aaab", false), ("(a*)*", "aaa", true),
    ("(|a|(b?)*)+", "abab", true),
  ])
  func `Repetitions of repetitions match in linear time`(_ pattern: String, text: String, isMatch: Bool) {
    #expect(TextPattern(pattern).matches(text) == isMatch)
  }

  @Test(arguments: [
    ("(a$", "'(' isn't closed at character 1"),
    (#"(a)\1"#, #"'\1' isn't allowed at character 4"#), (#"\p{L}"#, #"'\p' isn't allowed at character 1"#),
    (#"a\"#, #"'\' has nothing to escape at character 2"#), (#"[\"#, #"'\' has nothing to escape at character 2"#),
    ("(?=a)b", "'(?' is only allowed as '(?:' (lookarounds aren't supported) at character 1"),
    ("(?", "'(?' is only allowed as '(?:' (lookarounds aren't supported) at character 1"),
    ("(a", "'(' isn't closed at character 1"), ("a(b|", "'(' isn't closed at character 2"),
    ("a)", "')' without '(' at character 2"), ("a|b)c", "')' without '(' at character 4"),
    ("a+?", "a lazy, possessive or double repetition isn't allowed at character 3"),
    ("a?+", "a lazy, possessive or double repetition isn't allowed at character 3"),
    ("a**", "a lazy, possessive or double repetition isn't allowed at character 3"),
    ("a{2}{3}", "a lazy, possessive or double repetition isn't allowed at character 5"),
    ("*a", "'*' has nothing to repeat at character 1"), ("(+)", "'+' has nothing to repeat at character 2"),
    ("a|?", "'?' has nothing to repeat at character 3"), ("{2}", "'{' has nothing to repeat at character 1"),
    ("a{}", "'{' isn't a repetition at character 2"), ("a{,2}", "'{' isn't a repetition at character 2"),
    ("a{1001}", "'{' isn't a repetition of at most 1000 at character 2"),
    ("a{2,1001}", "'{' isn't a repetition of at most 1000 at character 2"),
    ("a{3,2}", "'{' isn't a repetition of at most 1000 at character 2"),
    ("a{2", "'{' isn't a repetition of at most 1000 at character 2"),
    ("a{2x}", "'{' isn't a repetition of at most 1000 at character 2"),
    ("a{100000}", "'{' isn't a repetition of at most 1000 at character 2"),
    ("a^b", "'^' isn't allowed here at character 2"), ("a$b", "'$' isn't allowed here at character 2"),
    ("(a$)", "'$' isn't allowed here at character 3"),
    ("[", "'[' isn't closed, or its class is empty at character 1"),
    ("[]", "'[' isn't closed, or its class is empty at character 1"),
    ("[^]", "'[' isn't closed, or its class is empty at character 1"),
    ("[a", "'[' isn't closed, or its class is empty at character 1"),
    ("[a-", "'[' isn't closed, or its class is empty at character 1"),
    ("[&", "'[' isn't closed, or its class is empty at character 1"),
    ("[[a]", #"'[' needs a '\' in a class at character 2"#), ("[a&&b]", #"'&' needs a '\' in a class at character 3"#),
    ("[bz-a]", "a range must go from a lower character to a higher one at character 3"),
    (#"[\d-z]"#, "a range must go from a lower character to a higher one at character 2"),
    (#"[a-\w]"#, "a range must go from a lower character to a higher one at character 2"),
  ])
  func `A pattern outside of the grammar is rejected, and matches nothing`(_ pattern: String, problem: String) {
    let allowed = "of the pattern; allowed are literals, '.', classes,"
    #expect(
      TextPattern(pattern).problem?.hasPrefix("\(problem) \(allowed)") == true, "\(TextPattern(pattern).problem ?? "")")
    for text in ["", "a", "b", pattern] { #expect(!TextPattern(pattern).matches(text)) }
  }

  @Test func `A pattern has at most 1,024 characters, 32 nested groups, and 4,096 states`() {
    let repeated = { (count: Int) in String(repeating: "a", count: count) }
    #expect(TextPattern(repeated(1024)).matches(repeated(1024)))
    let long = "the pattern is too long; a pattern can have at most 1024 characters"
    #expect(TextPattern(repeated(1025)).problem == long)
    let nested = { (depth: Int) in String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth) }
    #expect(TextPattern(nested(32)).matches("a"))
    #expect(TextPattern(nested(33)).problem?.hasPrefix("groups are nested too deeply at character 34 ") == true)
    // The last state accepts.
    #expect(TextPattern("(a{63}){65}").problem == nil)
    let large = "the pattern repeats too much: it needs more than 4096 states"
    #expect(TextPattern("(a{64}){64}").problem == large)
    #expect(TextPattern("((a{99}){99}){99}").problem == large)
  }

  @Test func `Patterns are equal if they have the same text`() {
    #expect(TextPattern("a") == TextPattern("a"))
    #expect(TextPattern("a") != TextPattern("(a)"))
    #expect(Set([TextPattern("a"), TextPattern("a"), TextPattern("b")]).count == 2)
  }

  @Test(
    arguments: [
      ([97...97], 97), ([97...98], nil), ([97...97, 99...99], nil), ([], nil),
    ] as [([ClosedRange<UInt32>], UInt32?)])
  func `Only a class of one character can begin or end a range`(ranges: [ClosedRange<UInt32>], single: UInt32?) {
    #expect(ScalarSet(ranges: ranges).single == single)
  }
}
