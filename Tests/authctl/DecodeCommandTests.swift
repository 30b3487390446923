import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// `authctl decode`: the contents of a token, and whether the token is verified.
@Suite struct `authctl decode` {
  private static let unverified = "NOT VERIFIED: anyone could have written this\n"

  /// A token without a signature.
  private static func forged(_ claims: String, header: String = #"{"alg":"none"}"#) -> String {
    [header, claims, "x"].map { Base64URL.encode(Data($0.utf8)) }.joined(separator: ".")
  }

  private func decode(_ arguments: [String]) async throws -> Command.Outcome {
    try await CommandHome.use { home in try await home.run(["decode"] + arguments) }
  }

  private func issuer(_ provider: ScriptedProvider) -> String { provider.configuration.server.issuer?.text ?? "" }

  @Test func `authctl decode marks an unverified token and explains its times`() async throws {
    let outcome = try await decode([Self.forged(#"{"exp":1767268800,"iss":"https://a","n":[1,"x"]}"#)])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] + "\n" == Self.unverified)
    #expect(lines[1...4] == ["", "header", "  alg = \"none\"", ""])
    #expect(lines[6].hasPrefix("  exp = 1767268800  2026-01-01T12:00:00Z ("), "\(lines[6])")
    #expect(lines[7...] == ["  iss = \"https://a\"", "  n = [1,\"x\"]", ""])
  }

  @Test func `authctl decode reads standard input, also with the Bearer prefix`() async throws {
    let token = Self.forged(#"{"sub":"a"}"#)
    let command = Command.built("authctl").path
    for text in ["\(token)\\n", "Bearer \(token)"] {
      let outcome = try await Command.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", "printf '\(text)' | '\(command)' decode -"])
      #expect(outcome.output.hasPrefix(Self.unverified), "\(outcome)")
      #expect(outcome.output.contains("  sub = \"a\"\n"))
    }
  }

  @Test func `authctl decode replaces characters that control a terminal`() async throws {
    let token = Self.forged(
      #"{"a\u001b[31m":"\u001b]0;x\u0007","b":"\u202egnp","c":"\u009b1m"}"#,
      header: #"{"alg":"none","kid":"\u0000\u001b"}"#)
    for arguments in [[token], [token, "--json"]] {
      let outcome = try await decode(arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let bad = outcome.output.unicodeScalars.filter { scalar in
        scalar != "\n" && [.control, .format].contains(scalar.properties.generalCategory)
      }
      #expect(bad.isEmpty, "\(outcome.output)")
    }
    let json = try await decode([token, "--json"]).output
    #expect(JSONValue(parsing: Data(json.utf8))?.object?["claims"]?.object?["b"] == .string("\u{202E}gnp"))
    #expect(JSONValue(parsing: Data(json.utf8))?.object?["verified"] == .null)
  }

  @Test(arguments: [
    ("", "noToken: missing token (authctl decode - < FILE, or pipe it in)"),
    ("-", "noToken: missing token (authctl decode - < FILE, or pipe it in)"),
    ("abc", "malformed: not a JSON Web Token: it has 1 part between dots, not 3"),
    ("a.b.c.d.e", "encrypted: the token is encrypted (RFC 7516), so only its recipient can read it"),
    ("!.e30.e30", "malformed: not a JSON Web Token: its header isn't base64url"),
    ("e30.W10.e30", "malformed: not a JSON Web Token: its payload isn't a JSON object"),
    ("e30.YQ.e30", "malformed: not a JSON Web Token: its payload isn't a JSON object"),
  ])
  func `authctl decode names the part that can't be read`(token: String, line: String) async throws {
    let outcome = try await decode([token])
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("authctl: \(line)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output == "")
  }

  @Test(arguments: [
    (["a.b.c", "--issuer", "https://a", "--profile", "b"], "Use only one of --profile, --provider, and --issuer."),
    (["a.b.c", "--audience", "b"], "To verify a token, also pass --profile, --provider, or --issuer."),
    (
      ["a.b.c", "--issuer", "https://a"],
      "To verify a token, pass --audience for an access token, or --client-id for an ID token."
    ),
    (["a.b.c", "--profile", "b"], "unknownProfile: unknown profile 'b'; no profiles exist yet"),
  ])
  func `authctl decode lists the options that verification requires`(arguments: [String], line: String) async throws {
    let outcome = try await decode(arguments)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("authctl: \(line)"), "\(outcome.errors)")
  }

  @Test func `authctl decode verifies an ID token of a profile's client`() async throws {
    try await CommandHome.use { home, provider in
      let signedIn = try await home.signIn(at: provider, ["--json", "--show-tokens"])
      let tokens = JSONValue(parsing: Data(signedIn.output.utf8))?.object?["tokens"]?.object
      let token = try #require(tokens?["id_token"]?.string)
      let good = try await home.run(["decode", token, "--profile", "work"])
      #expect(good.status == 0, "\(good.errors)")
      #expect(good.output.hasPrefix("verified: yes (ES256, key key-1) as an ID token for app; "), "\(good.output)")
      let bare = try await home.run(["decode", token, "--issuer", issuer(provider), "--client-id", "app", "--json"])
      #expect(JSONValue(parsing: Data(bare.output.utf8))?.object?["verified"] == .bool(true), "\(bare.errors)")
      let bent = String(token.dropLast(6)) + "AAAAAA"
      for (token, client, line) in [
        (token, "other", "audienceMismatch: the ID token is meant for another client"),
        (bent, "app", "invalidSignature: the signature of the ID token is invalid"),
        (Self.forged(#"{"iss":"x"}"#), "app", "algorithmNotAllowed: the ID token is signed with none"),
      ] {
        let outcome = try await home.run(["decode", token, "--profile", "work", "--client-id", client])
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("NOT VERIFIED: \(line)"), "\(outcome.output)")
        #expect(outcome.errors.hasPrefix("authctl: \(line)"), "\(outcome.errors)")
      }
    }
  }

  @Test func `authctl decode verifies an access token for an API`() async throws {
    try await CommandHome.use { home, provider in
      let verify = { (token: Secret) in
        try await home.run(["decode", token.reveal(), "--issuer", issuer(provider), "--audience", "https://api"])
      }
      let good = try await verify(try await provider.accessToken(audience: "https://api", scopes: ["read"]))
      #expect(good.status == 0, "\(good.errors)")
      #expect(
        good.output.hasPrefix(
          "verified: yes (ES256, key key-1) as an access token for https://api of \(issuer(provider))\n"))
      let faults: [(ScriptedFault.TokenFault, String)] = [
        (.signature, "invalidSignature: "), (.audience, "audienceMismatch: "), (.expired, "expired: "),
        (.issuer, "issuerMismatch: "),
      ]
      for (fault, line) in faults {
        let bad = try await verify(try await provider.accessToken(audience: "https://api", fault: fault))
        #expect(bad.status == 1)
        #expect(bad.output.hasPrefix("NOT VERIFIED: \(line)"), "\(bad.output)")
      }
    }
  }
}
