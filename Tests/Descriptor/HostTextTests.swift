import AuthConfiguration
import Testing

@Suite struct `The grammar of hosts` {
  @Test(arguments: [
    "id.example", "a-b.example:1", "127.0.0.1", "255.255.255.255:65535", "[::]", "[::1]:443", "[1:2:3:4:5:6:7:8]",
    "[2001:db8::1]", "[1::]", "[::2:3:4:5:6:7:8]", "[::ffff:192.0.2.1]", "[1:2:3:4:5:6:192.0.2.1]",
    "xn--bcher-kva.example",
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
    "user@id.example", "ü.example",
  ])
  func `The grammar of hosts rejects everything else`(host: String) {
    #expect(!HostText.isHost(host))
  }
}
