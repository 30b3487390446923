import Testing

@testable import AuthWeb

@Suite struct `A path to return to after a sign-in` {
  @Test(arguments: [
    "/a b", "/ä", "/a\"b", "/<b>", "/a{b}", "/a\\b", "/a\tb", "/a\u{7F}", "/a`b", "/a|b", "/a^b", "/a?b c", "/a#b c",
  ])
  func `A character that a URL can't contain is rejected`(path: String) {
    #expect(OwnPath.checked(path) == nil)
  }

  @Test(arguments: [
    "/%00", "/a%09b", "/a%0Ab", "/a%1Fb", "/a%7Fb", "/a%7fb", "/a%5Cb", "/%5cb", "/a%255Cb", "/a%2509b", "/a%257Fb",
  ])
  func `An encoded control character or backslash is rejected`(path: String) {
    #expect(OwnPath.checked(path) == nil)
  }

  @Test(arguments: [
    "/.", "/..", "/a/.", "/a/..", "/../a", "/a/../b", "/a/./b", "/%2e", "/%2E%2e/a", "/a/%2e%2e", "/a%2F..%2Fb",
    "/a/%252e%252e/b", "/../?a", "/..#a",
  ])
  func `A segment that names another folder is rejected`(path: String) {
    #expect(OwnPath.checked(path) == nil)
  }

  @Test(arguments: [
    "/", "/a/", "/a//b", "/...", "/.well-known", "/a..b", "/a%20b", "/%C3%A4", "/-._~!$&'()*+,;=:@[]", "/a%26b%3Dc",
  ])
  func `Other paths are accepted`(path: String) {
    #expect(OwnPath.checked(path) == path)
  }

  @Test(arguments: [
    "/a?b=/../c", "/a?b=..%2Fc", "/a?b=%5C", "/a?b=%0A", "/a?b=100%", "/a??/..", "/a#/../c", "/a#%5C", "/a#100%",
    "/a#b?/../c", "/a?b#/../c",
  ])
  func `Neither the query nor the fragment is part of the path`(path: String) {
    #expect(OwnPath.checked(path) == path)
  }

  @Test func `A path has at most 2,048 bytes, including its query`() {
    for beginning in ["/", "/a?", "/a#"] {
      let longest = beginning + String(repeating: "a", count: 2048 - beginning.utf8.count)
      #expect(OwnPath.checked(longest) == longest)
      #expect(OwnPath.checked(longest + "a") == nil)
    }
  }
}
