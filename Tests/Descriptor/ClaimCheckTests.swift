import AuthConfiguration
import Testing

@testable import AuthDescriptor

@Suite struct `The checks of claims` {
  private static let values = ["a": "org_1", "b": "Acme"]

  @Test(
    arguments: [
      ("present", .present), ("equals(acme)", .text("acme")), ("equals({a})", .text("org_1")),
      ("equals(x (y) {b})", .text("x (y) Acme")), ("equals_lowercased({b} Ä)", .text("acme Ä")),
      ("equals({a}) if prefix(org_)", .text("org_1")), ("equals({b}) if prefix(org_)", nil),
      ("equals({a}) unless prefix(org_)", nil), ("equals_lowercased({b}) unless prefix(org_)", .text("acme")),
      ("equals({a}) if contains(g_1)", .text("org_1")), ("equals({a}) unless contains(g_)", nil),
      ("equals_lowercased({b}) if prefix(a)", nil), ("equals_lowercased({b}) if prefix(A)", .text("acme")),
      ("equals({b}) or any(*)", .text("Acme")), ("equals({b}) or any(Acme)", .anyText),
      ("equals(*) or any(*)", .anyText), ("one_of(Bearer, DPoP)", .oneOf(["Bearer", "DPoP"])),
      ("one_of( a b )", .oneOf(["a b"])),
    ] as [(String, ClaimCheck.ExpectedValue?)])
  func `Claim checks compute the expected value of a claim`(text: String, expected: ClaimCheck.ExpectedValue?) throws {
    let check = ClaimCheck(text)
    #expect(check.problem == nil)
    #expect(try check.expectedValue { Self.values[$0] } == expected)
  }

  @Test(arguments: [
    "", "acme", "Present", "equals()", "equals(a", "equals(ab", "equals(a) if prefix(bc", "equals acme",
    "lowercased(a)", "equals(a) if prefix()",
    "equals(a) if suffix(b)", "equals(a) if contains(b) unless prefix(c)", "equals(a) if prefix(b) if contains(c)",
    "equals(a) unless contains()", "equals(a)if prefix(b)", "equals(a) when prefix(b)", "present if prefix(b)",
    "equals(a) if prefix(b) unless prefix(c)", "equals(a) unless prefix(b) if prefix(c)", "equals(a))",
    "one_of()", "one_of(a,)", "one_of(a, {b})", "one_of(a) or any(*)", "one_of(a)) if prefix(a)", "one_of(a, b",
    "equals(a) or any()", "present or any(*)", "equals(a) or any(b) if prefix(c)", "equals(a) if prefix(b) or any(c)",
  ])
  func `Claim checks reject an unknown check, and no value satisfies it`(text: String) {
    let check = ClaimCheck(text)
    #expect(check.problem?.hasPrefix("expected present, one_of(text, text), equals(text)") == true)
    #expect(throws: TemplateFailure.malformed(text)) { try check.expectedValue { _ in "" } }
  }

  @Test func `Claim checks need a value for every name`() {
    #expect(throws: TemplateFailure.missing("c")) { try ClaimCheck("equals({c})").expectedValue { Self.values[$0] } }
    #expect(ClaimCheck("equals({)").problem == TextTemplate("{").problem)
  }

  @Test(arguments: [
    InvalidExample(
      "unknown check", acme + "id_token: { checks: { hd: is(acme) } }\n",
      """
      6:27: error: 'id_token.checks.hd': expected present, one_of(text, text), equals(text) or equals_lowercased(text), the last \
      two optionally followed by 'if prefix(text)', 'unless prefix(text)', the same with contains(text), or 'or any(text)' [invalid-expression]
      """),
    InvalidExample(
      "name without a parameter",
      acme + "id_token: { checks: { org: \"equals({authorize.team}) if prefix(org_)\" } }\n",
      """
      6:28: error: 'id_token.checks.org': '{authorize.team}' isn't defined here; expected one of client_id, \
      client_secret, domain [undeclared-variable]
      """),
  ])
  func `Claim checks report errors at their locations`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }
}
