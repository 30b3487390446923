import Testing

@testable import AuthDescriptor

@Suite struct `The registrable domain of a host` {
  @Test(arguments: [
    ("example.com", "example.com"), ("a.b.example.com", "example.com"), ("a.example.co.uk", "example.co.uk"),
    ("connect.ok.ru", "ok.ru"), ("api.ok.ru", "ok.ru"), ("acme.github.io", "acme.github.io"),
    ("x.acme.herokuapp.com", "acme.herokuapp.com"), ("com", nil), ("github.io", nil), ("co.uk", nil),
    ("a.b.unknown-tld", "b.unknown-tld"), ("ck", nil), ("a.ck", nil), ("b.a.ck", "b.a.ck"), ("www.ck", "www.ck"),
    ("x.www.ck", "www.ck"), ("city.kawasaki.jp", "city.kawasaki.jp"), ("x.city.kawasaki.jp", "city.kawasaki.jp"),
    ("a.b.kawasaki.jp", "a.b.kawasaki.jp"), ("acme.xn--55qx5d.cn", "acme.xn--55qx5d.cn"),
    ("a.xn--85x722f.com.cn", "xn--85x722f.com.cn"), ("aaa", nil), ("zzz.zuerich", "zzz.zuerich"),
  ])
  func `The registrable domain follows the Public Suffix List, with its wildcards and exceptions`(
    host: String, domain: String?
  ) {
    let labels = host.split(separator: ".").map(String.init)
    #expect(PublicSuffixes.registrableDomain(of: labels)?.joined(separator: ".") == domain)
  }

  @Test(arguments: [
    ("connect.ok.ru", "api.ok.ru", true), ("login.acme.co.uk", "api.acme.co.uk", true),
    ("acme.github.io", "rival.github.io", false), ("acme.herokuapp.com", "rival.herokuapp.com", false),
    ("acme.co.uk", "rival.co.uk", false), ("{tenant}.myshopify.com", "{tenant}.myshopify.com", true),
    ("{tenant}.myshopify.com", "collector.evil.example", false), ("{tenant}.github.io", "rival.github.io", false),
    ("{tenant}.okta.com", "api.okta.com", true),
  ])
  func `The registrable domain determines whether codes stay with one organization`(
    authorization: String, token: String, isOneParty: Bool
  ) {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      variables: { tenant: { kind: host_label, example: acme } }
      server:
        authorization_endpoint: "https://\(authorization)/authorize"
        token_endpoint: "https://\(token)/token"
        userinfo_endpoint: "https://\(token)/user"

      """
    #expect(findings(yaml).contains { $0.contains("[different-domains]") } != isOneParty)
  }

  @Test func `The registrable domain is looked up in sorted rules that end with a line feed`() {
    let rules = PublicSuffixes.rules.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    let lines = rules.split(separator: "\n")
    #expect(lines.count > 9000)
    #expect(rules.last == "\n")
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(
      lines.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } && $0.split(separator: ".").count <= 6 })
  }
}
