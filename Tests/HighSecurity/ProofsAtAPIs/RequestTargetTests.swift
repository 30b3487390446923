import Testing

@testable import AuthRuntime

@Suite struct `The URL of a request for a proof` {
  @Test(arguments: [
    ("HTTPS://API.example:443/a/../b?c#d", "https://api.example/b"), ("http://api.example:80", "http://api.example/"),
    ("https://[2001:DB8::1]/a", "https://[2001:db8::1]/a"), ("https://[::1]:443/a", "https://[::1]/a"),
    ("https://[::1]:8443/a", "https://[::1]:8443/a"),
  ])
  func `A URL has one normal form`(url: String, text: String) {
    #expect(RequestTarget(url: url)?.text == text)
  }

  @Test(arguments: [
    "https:", "https:xxapi.example/a", "https://api.example/a\\b", "https://api.example:+443/a",
    "https://api.example:65536/a", "https://[::1/a", "https://[::1]x443/a", "https://[::1]443/a",
  ])
  func `An ambiguous or malformed URL is rejected`(url: String) {
    #expect(RequestTarget(url: url) == nil)
  }

  @Test func `A URL has at most 8,192 bytes`() throws {
    let start = "https://api.example/"
    let longest = start + String(repeating: "a", count: 8192 - start.utf8.count)
    let target = try #require(RequestTarget(url: longest))
    #expect(target.text == longest)
    #expect(RequestTarget(url: longest + "a") == nil)
    #expect(RequestTarget("/" + String(repeating: "a", count: 8192), below: target) == nil)
  }
}
