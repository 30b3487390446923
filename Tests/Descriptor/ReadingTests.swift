import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `Reading YAML` {
  static let slips = [
    InvalidExample(
      "duplicate key in block style", acme + "name: Other\n",
      "6:1: error: duplicate key 'name'; it was first used in line 3 [duplicate-key]"),
    InvalidExample(
      "duplicate key in flow style", acme + "token: { encoding: form, encoding: json }\n",
      "6:26: error: duplicate key 'encoding'; it was first used in line 6 [duplicate-key]"),
    InvalidExample(
      "duplicate key in a nested map",
      acme + "errors:\n  a_b: { recovery: retry }\n  c: { recovery: retry }\n  a_b: { recovery: retry }\n",
      "9:3: error: duplicate key 'a_b'; it was first used in line 7 [duplicate-key]"),
    InvalidExample(
      "duplicate keys that are equal in YAML 1.1",
      acme + "docs: { links: { on: \"https://a\", \"on\": \"https://b\" } }\n",
      "6:35: error: duplicate key 'on'; it was first used in line 6 [duplicate-key]"),
    InvalidExample(
      "duplicate truth values", acme + "docs:\n  callbacks:\n    \"true\": a\n    true: b\n",
      "9:5: error: duplicate key 'true'; it was first used in line 8 [duplicate-key]"),
    InvalidExample(
      "unclosed flow map", acme + "token: { encoding: form\n",
      "7:1: error: while parsing a flow mapping, did not find expected ',' or '}' [invalid-yaml]"),
    InvalidExample(
      "tab as indentation", acme + "token:\n\tencoding: form\n",
      "7:1: error: while scanning for the next token, found character that cannot start any token [invalid-yaml]"),
    InvalidExample(
      "anchor and alias", acme + "token: &t { encoding: form }\nrefresh: *t\n",
      "6:8: error: YAML anchors aren't allowed in a descriptor; write the value out instead [not-plain-yaml]"),
    InvalidExample(
      "alias without an anchor", acme + "refresh: { rotation: *t }\n",
      "6:22: error: YAML aliases aren't allowed in a descriptor; write the value out instead [not-plain-yaml]"),
    InvalidExample(
      "anchor of a key", acme + "&t token: {}\n",
      "6:1: error: YAML anchors aren't allowed in a descriptor; write the value out instead [not-plain-yaml]"),
    InvalidExample(
      "anchor after a tag, after a string with similar characters",
      acme + "# *a &b\ntoken: !!map\n  &t encoding: form\n",
      "8:3: error: YAML anchors aren't allowed in a descriptor; write the value out instead [not-plain-yaml]"),
    InvalidExample(
      "nested aliases as a key", bomb,
      "1:4: error: YAML anchors aren't allowed in a descriptor; write the value out instead [not-plain-yaml]"),
    InvalidExample(
      "tag", acme + "token: { encoding: !!str form }\n",
      "6:20: error: YAML tags aren't allowed in a descriptor; remove the tag [not-plain-yaml]"),
    InvalidExample(
      "tag after other exclamation marks and characters of several bytes",
      acme + #"errors: { e: { recovery: retry, doc: "Zurück! 🔑" }, f: { recovery: !!str retry } }"# + "\n",
      "6:68: error: YAML tags aren't allowed in a descriptor; remove the tag [not-plain-yaml]"),
    InvalidExample(
      "merge key", acme + "token: { <<: { encoding: form } }\n",
      "6:10: error: merge keys aren't allowed in a descriptor; use 'extends' instead [not-plain-yaml]"),
    InvalidExample(
      "key that is a list", acme + "? [a, b]\n: c\n",
      "6:3: error: a key must be a plain string [not-plain-yaml]"),
    InvalidExample("empty file", "", "1:1: error: the file is empty; expected a map of keys [wrong-type]"),
    InvalidExample(
      "a list", "- a\n", "1:1: error: the file is a list; expected a map with the keys \(rootKeys) [wrong-type]"),
    InvalidExample(
      "bidi control in a doc", acme + "docs: { links: { a: \"https://x/\u{202E}y\" } }\n",
      "6:32: error: the character U+202E isn't allowed [forbidden-character]"),
    InvalidExample(
      "bidi control in a comment", acme + "# \u{2066}\n",
      "6:3: error: the character U+2066 isn't allowed [forbidden-character]"),
    InvalidExample(
      "a soft hyphen in a comment", acme + "# \u{AD}\n",
      "6:3: error: the character U+00AD isn't allowed [forbidden-character]"),
    InvalidExample(
      "a variation selector and a filler from YAML escapes",
      acme + #"provenance: { sources: ["a\uFE0Fb", "c\u3164d", "e\u2800f"] }"#,
      "6:25: error: the character U+FE0F isn't allowed [forbidden-character]",
      "6:37: error: the character U+3164 isn't allowed [forbidden-character]",
      "6:49: error: the character U+2800 isn't allowed [forbidden-character]"),
    InvalidExample(
      "control characters, each of them reported", acme + "# \u{7}\n# \u{0}\n",
      "6:3: error: the character U+0007 isn't allowed [forbidden-character]",
      "7:3: error: the character U+0000 isn't allowed [forbidden-character]"),
    InvalidExample(
      "control characters from a YAML escape",
      acme + #"provenance: { sources: ["a\u202Eb", "c\0d", "e\nf"] }"#,
      "6:25: error: the character U+202E isn't allowed [forbidden-character]",
      "6:37: error: the character U+0000 isn't allowed [forbidden-character]"),
    InvalidExample(
      "line break in a key", acme + "\"tok\\nen\": {}\n",
      #"6:1: error: unknown key 'tok\nen'; did you mean 'token'? [unknown-key]"#),
    InvalidExample(
      "line separator", acme + "# a\u{2028}b\n",
      "6:4: error: the character U+2028 isn't allowed [forbidden-character]"),
    InvalidExample(
      "thousands of combining marks in a comment", acme + "#\n# e\(String(repeating: "\u{301}", count: 20_000))\n",
      "7:1: error: more than 128 combining marks in a row aren't allowed [forbidden-character]"),
    InvalidExample(
      "combining marks from YAML escapes",
      acme + "provenance: { sources: [\"a\(String(repeating: #"\u0301"#, count: 129))\"] }",
      "6:25: error: more than 128 combining marks in a row aren't allowed [forbidden-character]"),
  ]

  /// Expands to nine to the power of ten items if the reader follows aliases.
  static let bomb =
    "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + zip("abcdefghi", "bcdefghij").map { inner, outer in
      let items = Array(repeating: "*\(inner)", count: 9).joined(separator: ",")
      return "\(outer): &\(outer) [\(items)]\n"
    }.joined() + "? *j\n: x\n"

  static let rootKeys = """
    schema, id, name, swift, extends, abstract, profile, variables, server, discovery, rename, pkce, client, headers, authorize, \
    scopes, callback, token, device, ciba, first_party, exchanges, jwt_bearer, offline, refresh, revocation, logout, userinfo, api, id_token, \
    access_token, lifetimes, user, claims, errors, flows, introspection, derive, hooks, docs, examples, provenance, environments, variants
    """

  @Test(arguments: slips) func `The YAML reader reports every error at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  @Test func `The YAML reader rejects a file that is too large`() {
    let yaml = acme + "# " + String(repeating: "x", count: 1 << 20)
    #expect(
      findings(yaml) == [
        "1:1: error: the file is too large; a descriptor can have at most 262144 bytes [file-too-large]"
      ])
  }

  @Test func `The YAML reader rejects deep nesting without crashing`() {
    let yaml = acme + "docs: " + String(repeating: "[", count: 100_000)
    #expect(findings(yaml).count == 1)
  }

  @Test func `The YAML reader accepts the characters of anchors and aliases inside strings`() throws {
    let sources = """
      provenance:
        reason: one
          &two *three
        sources:
          - a & b  # &c *d
          - a*b
          - "&e"
          - '*f'
          - |
            &g
            *h
          - "i
            &j"
          - a@b`c

      """
    let provenance = try load(acme + sources).descriptor.provenance
    #expect(provenance.reason == "one &two *three")
    #expect(provenance.sources == ["a & b", "a*b", "&e", "*f", "&g\n*h\n", "i &j", "a@b`c"])
  }

  @Test(.timeLimit(.minutes(1))) func `The YAML reader finds thousands of errors`() {
    let errors = (0..<5000).map { "  e-é\($0): { recovery: retry }\n" }.joined()
    #expect(findings(acme + "errors:\n" + errors).count == 5000)
  }

  @Test(.timeLimit(.minutes(1))) func `The YAML reader finds a repeated key after a long line`() {
    let line = "docs: \"" + String(repeating: " name:", count: 40_000) + "\"\n"
    #expect(
      findings(acme + line + "name: Other\n") == [
        "7:1: error: duplicate key 'name'; it was first used in line 3 [duplicate-key]"
      ])
  }

  @Test func `The YAML reader reads scalars as written in the file`() throws {
    let provenance = "provenance: { verified: 2026-09-01, sources: [12:30, off, 0x1F] }\n"
    let descriptor = try load(acme.replacing("name: Acme", with: "name: 1.10") + provenance).descriptor
    #expect(descriptor.name == "1.10")
    #expect(descriptor.provenance.verified == "2026-09-01")
    #expect(descriptor.provenance.sources == ["12:30", "off", "0x1F"])
  }

  @Test func `The YAML reader reads emoji and other scripts`() throws {
    #expect(try load(acme.replacing("name: Acme", with: "name: Ácme 登录 👩‍💻")).descriptor.name == "Ácme 登录 👩‍💻")
  }

  @Test func `The YAML reader reports a file that can't be read`() {
    #expect(throws: DiagnosticsError.self) { try DescriptorLoader().load(path: "nowhere/acme.yaml") }
    let folder = FileManager.default.temporaryDirectory.path
    let error = #expect(throws: DiagnosticsError.self) { try DescriptorLoader().load(path: folder) }
    #expect(error?.diagnostics.first?.message == "cannot read '\(folder)': it's a folder")
  }

  @Test func `The YAML reader stops reading a file at the size limit`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: UInt8(ascii: "#"), count: 1 << 20).write(to: file)
    #expect(DescriptorLoader.contents(ofFile: file.path)?.count == 262_145)
    let error = #expect(throws: DiagnosticsError.self) { try DescriptorLoader().load(path: file.path) }
    #expect(error?.diagnostics.map(\.code) == [.files.fileTooLarge])
  }
}
