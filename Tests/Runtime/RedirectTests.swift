import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A redirect` {
  private static func isSuitable(_ redirect: Redirect) -> Bool {
    do throws(StepFailure) {
      try redirect.validate()
      return true
    } catch {
      #expect(error.caseName == "unsuitableRedirect")
      return false
    }
  }

  #if Loopback
    @Test(arguments: [
      (1...1, true), (79...79, true), (81...65_535, true), (0...0, false), (0...79, false), (80...80, false),
      (79...81, false), (65_535...65_536, false), (65_536...65_536, false),
    ])
    func `Loopback ports are from 1 to 65535, except 80`(ports: ClosedRange<Int>, isSuitable: Bool) {
      #expect(Self.isSuitable(.loopback(ports: ports)) == isSuitable)
    }

    @Test func `The default ports of a loopback redirect are those that generated instructions name`() {
      #expect(Redirect.loopback() == .loopback(ports: ProviderConfiguration.CallbackKind.loopbackPorts))
    }

    @Test(arguments: [
      ("/", true), ("/a-b_c.D/09", true), ("", false), ("callback", false), ("/favicon.ico", false), ("/a?b", false),
      ("/a#b", false), ("/a b", false), ("/a%20b", false), ("/\u{E9}", false), ("/a:b", false), ("/a\u{0}", false),
    ])
    func `Loopback paths start with a slash and contain only plain characters`(path: String, isSuitable: Bool) {
      #expect(Self.isSuitable(.loopback(path: path)) == isSuitable)
      #expect(Self.isSuitable(.loopback(signedOutPath: path)) == isSuitable)
    }

    @Test func `The loopback paths of a sign-in and a sign-out differ`() {
      #expect(!Self.isSuitable(.loopback(path: "/same", signedOutPath: "/same")))
      #expect(Self.isSuitable(.loopback(path: "/same", signedOutPath: "/Same")))
      #expect(Self.isSuitable(.loopback(path: "/same", signedOutPath: nil)))
    }

    @Test func `A registered port and registered paths replace the defaults of a loopback redirect`() {
      #expect(Redirect.loopback().registered() == .loopback())
      #expect(Redirect.loopback().registered(port: 9000) == .loopback(port: 9000))
      #expect(
        Redirect.loopback().perIssuer.registered(path: "/a", signedOutPath: "/b")
          == Redirect.loopback(path: "/a", signedOutPath: "/b").perIssuer)
      #expect(Redirect.loopback(signedOutPath: nil).registered(path: "/a") == .loopback(path: "/a", signedOutPath: nil))
      #expect(Redirect.url("com.example.app:/cb").registered(port: 9000) == .url("com.example.app:/cb"))
    }

    @Test func `The URLs for the return from sign-out have the host that the provider registers`() {
      var provider = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com")
      let redirect = Redirect.loopback(ports: 9000...9001).perIssuer
      #expect(
        redirect.signedOutURLs(at: provider)
          == ["http://127.0.0.1:9000/signed-out", "http://127.0.0.1:9001/signed-out"])
      provider.client.callbacks.loopback.hosts = ["localhost"]
      #expect(
        redirect.signedOutURLs(at: provider)
          == ["http://localhost:9000/signed-out", "http://localhost:9001/signed-out"])
      #expect(Redirect.loopback(signedOutPath: nil).signedOutURLs(at: provider).isEmpty)
    }
  #endif

  @Test func `The URL for the return from sign-out is the callback URL, unless the app names another one`() {
    let provider = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com")
    #expect(Redirect.url("com.example.app:/cb").signedOutURLs(at: provider) == ["com.example.app:/cb"])
    let redirect = Redirect.url("com.example.app:/cb", afterSignOut: "com.example.app:/out")
    #expect(redirect.signedOutURLs(at: provider) == ["com.example.app:/out"])
    #expect(Redirect.url("").signedOutURLs(at: provider).isEmpty)
  }

  @Test(arguments: [
    ("https://app.example/cb", true), ("HTTPS://app.example/cb", true), ("com.example.app:/cb", true),
    ("myapp:/cb", false), ("http://app.example/cb", false), ("//app.example/cb", false), ("javascript:cb", false),
  ])
  func `The scheme of a delivered URL is https or contains a period`(url: String, isSuitable: Bool) {
    #expect(Self.isSuitable(.url(url)) == isSuitable)
    #expect(Self.isSuitable(.url("com.example.app:/cb", afterSignOut: url)) == isSuitable)
  }

  @Test func `A delivered URL can't receive a form`() throws {
    let kinds = ProviderConfiguration.CallbackKinds()
    for url in ["https://app.example/cb", "com.example.app:/cb"] {
      let redirect = Redirect.url(url)
      for mode in [ProviderConfiguration.ResponseMode.query, .fragment] {
        try redirect.validate(by: kinds, mode: mode, groups: [:])
      }
      let found = #expect(throws: StepFailure.self) { try redirect.validate(by: kinds, mode: .formPost, groups: [:]) }
      #expect(found?.caseName == "unsuitableRedirect")
    }
    #if Loopback
      try Redirect.loopback().validate(by: kinds, mode: .formPost, groups: [:])
    #endif
  }

  @Test(arguments: [
    ("HTTPS://App.Example/cb", true), ("https://app.example:443/cb", true), ("https://app.example/cb?state=1", true),
    ("https://app.example/cb#a", true), ("https://app.example/cb?a#b?c", true), ("https://app.example:8443/cb", false),
    ("https://app.example/CB", false), ("https://app.example/cb/", false), ("https://www.app.example/cb", false),
    ("com.example.app://app.example/cb", false), ("http://127.0.0.1/cb", false),
  ])
  func `Only the query, the fragment, the default port, and letter case may differ in the same redirect URI`(
    other: String, isSame: Bool
  ) throws {
    let key = try #require(RedirectKey("https://app.example/cb"))
    #expect((RedirectKey(other) == key) == isSame)
  }

  @Test(arguments: [
    ("http://localhost/cb", true), ("http://[::1]:1/cb", true), ("http://127.0.0.1:80/cb", true),
    ("https://127.0.0.1:1/cb", false), ("http://127.0.0.1/other", false), ("http://app.example/cb", false),
  ])
  func `All loopback hosts and ports are the same redirect URI`(other: String, isSame: Bool) throws {
    let key = try #require(RedirectKey("http://127.0.0.1:8765/cb"))
    #expect((RedirectKey(other) == key) == isSame)
  }
}

@Suite struct `The registry of redirect URIs` {
  private static func use(_ issuer: String, promises: Bool) -> RedirectUse {
    RedirectUse(issuer: issuer, choice: .app, promisesIssuer: promises)
  }

  @Test func `A redirect URI that is used again doesn't replace another one`() throws {
    let registry = RedirectRegistry()
    let first = try #require(RedirectKey("https://app.example/first"))
    let second = try #require(RedirectKey("https://app.example/second"))
    registry.record(Self.use("https://a", promises: false), at: first)
    for _ in 0..<5000 { registry.record(Self.use("https://a", promises: false), at: second) }
    #expect(throws: StepFailure.configuration(.sharedRedirect(first.text, otherIssuer: "https://a"))) {
      try registry.check(Self.use("https://b", promises: false), at: first)
    }
  }

  @Test(arguments: [(15, true), (16, false)])
  func `The registry keeps 16 issuers for each redirect URI`(earlier: Int, isKept: Bool) throws {
    let registry = RedirectRegistry()
    let key = try #require(RedirectKey("https://app.example/cb"))
    for number in 0..<earlier { registry.record(Self.use("https://\(number)", promises: true), at: key) }
    registry.record(Self.use("https://last", promises: false), at: key)
    // Only an issuer that doesn't promise `iss` conflicts with one that does.
    var found: StepFailure?
    do throws(StepFailure) {
      try registry.check(Self.use("https://0", promises: true), at: key)
    } catch {
      found = error
    }
    #expect(found == (isKept ? .configuration(.sharedRedirect(key.text, otherIssuer: "https://last")) : nil))
  }
}
