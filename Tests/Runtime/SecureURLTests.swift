import Foundation
import HTTPTypes
import Testing

@testable import AuthRuntime

@Suite struct `The URL of a request` {
  @Test(arguments: [
    ("https", "api.example.com", "/", true),
    ("https", "api.example.com:8443", "/a/b?page=2&q=x", true),
    ("https", "api.example.com", "/a%20b;c?q=%C3%A4", true),
    ("https", "[2001:db8::1]", "/a", true),
    ("http", "127.0.0.1:80", "/a", true),
    ("http", "api.example.com", "/a", false),
    ("ftp", "api.example.com", "/a", false),
    ("https", "user@api.example.com", "/a", false),
    ("https", "api.example.com:0", "/a", false),
    ("https", "127.1", "/a", false),
    ("https", "a..example.com", "/a", false),
    ("https", "-a.example.com", "/a", false),
    ("https", "a-.example.com", "/a", false),
    ("https", "example.com.", "/a", false),
    ("https", "", "/a", false),
    ("https", "api.example.com/", "/a", false),
    ("https", "api.example.com", ".evil.example", false),
    ("https", "api.example.com", "@evil.example/", false),
  ])
  func `Must be secure and have a valid host`(scheme: String, authority: String, path: String, isValid: Bool) async {
    let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
    let failure = await failure(of: try SecureURL.check(request))
    #expect((failure == nil) == isValid)
  }
}

@Suite struct `The page about a server's error` {
  @Test(arguments: [
    ("https://id.example/help?code=7", true), ("http://id.example/help", false), ("http://127.0.0.1/help", false),
    ("http://localhost:8080/", false), ("javascript:alert(1)", false), ("/help", false), ("", false),
    ("https://user@id.example/help", false), ("https://id.example/" + String(repeating: "a", count: 1981), true),
    ("https://id.example/" + String(repeating: "a", count: 1982), false),
  ])
  func `Has an https URL of at most 2000 bytes`(text: String, isShown: Bool) {
    #expect((ServerError.page(text) != nil) == isShown)
  }
}
