import AuthConfiguration
import Testing

@Suite struct `The grammar of hosts` {
  private static let longLabel = String(repeating: "a", count: 63)
  /// 253 characters.
  private static let longName = "\(longLabel).\(longLabel).\(longLabel)." + longLabel.dropLast(2)

  @Test(arguments: [
    "id.example", "a-b.example:1", "127.0.0.1", "255.255.255.255:65535", "[::]", "[::1]:443", "[1:2:3:4:5:6:7:8]",
    "[2001:db8::1]", "[1::]", "[::2:3:4:5:6:7:8]", "[::ffff:192.0.2.1]", "[1:2:3:4:5:6:192.0.2.1]", "[FFFF::a]",
    "[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]", "xn--bcher-kva.example", "1.example", "id.1a", "id.0xg",
    longName,
  ])
  func `The grammar of hosts accepts a name, an IPv4 address, and an IPv6 address with an optional port`(host: String) {
    #expect(HostText.isHost(host))
  }

  @Test(arguments: [
    "", "[]", "[:]", "[:::]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[1:2:3:4::5:6:7:8]", "[12345::]",
    "[g::]", "[::1", "::1", "[::1]x", "[::1%25lo]", "[fe80::1%lo]", "[v1.a]", "[1.2.3.4]", "[::1.2.3]", "[1.2.3.4::]",
    "[::256.1.1.1]", "[:1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:]", "999.1.1.1", "127.1", "0x7f000001", "0x7f.0x1", "a.0x",
    "1.2.3.4.5", "2130706433",
    "01.2.3.4",
    "id.example:0", "id.example:65536", "id.example:", "id.example:000080", "id.example:+1", "a%0Ab.example", "a_b",
    "a b",
    "user@id.example", "ü.example", "[::1]x80", "[\u{FF11}::]", "[\u{FF41}::]", "-a", "a-", "a-.b", "a.-b", ".a", "a.",
    "a..b", longName + "a", longLabel + "a",
  ])
  func `The grammar of hosts rejects everything else`(host: String) {
    #expect(!HostText.isHost(host))
  }

  @Test(arguments: [
    ("acme", true), ("a-1", true), (longLabel, true), ("", false), ("a.b", false), (".", false), ("a_b", false),
    ("a-", false), ("a:1", false), (longLabel + "a", false),
  ])
  func `A label of a host is a name without dots`(text: String, isLabel: Bool) {
    #expect(HostText.isLabel(text) == isLabel)
  }

  @Test(arguments: [
    ("localhost", true), ("LocalHost:1", true), ("127.0.0.1:65535", true), ("[::1]", true), ("[::1]:80", true),
    ("localhost.example", false), ("localhostx80", false), ("127.0.0.100", false), ("127.0.0.1.80", false),
    ("127.0.0.2", false), ("[::1]x80", false), ("localhost:", false), ("localhost:0", false), ("", false),
  ])
  func `A loopback host has no suffix except a port`(host: String, isLoopback: Bool) {
    #expect(HostText.isLoopback(host) == isLoopback)
  }

  @Test(arguments: [
    ("a.example.com", true), ("a.B.Example.com", true), ("id.test:8443", true), ("ID.test:8443", true),
    ("example.com", false), (".example.com", false), ("notexample.com", false), ("a.example.com:443", false),
    ("evil.test/.example.com", false), ("evil.test#.example.com", false), ("evil.test\\.example.com", false),
    ("id.test", false), ("id.test:84430", false), ("a.id.test:8443", false),
  ])
  func `An allowed host is a valid host that equals a pattern or is its subdomain`(host: String, isAllowed: Bool) {
    #expect(HostText.isAllowed(host, by: ["*.example.com", "id.test:8443"]) == isAllowed)
  }
}
