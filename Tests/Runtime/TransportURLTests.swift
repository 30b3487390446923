import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The URLs that a transport connects to` {
  @Test(arguments: [
    "https://203.0.113.7:65536/k", "https://[2001:db8::1]:65536/", "http://127.0.0.1:0/", "http://127.0.0.1:99999/",
    "https://a%0AFAKE.example/", "https://%1B]0;x%07.example/", "ftp://id.example.com/", "unix:///tmp/socket",
    "http+unix://%2Ftmp%2Fsocket/x", "https://user@127.0.0.1/", "https://[::1%25eth0]/", "https:///x", "/relative",
  ])
  func `A URL that isn't http or https with a valid host and port is rejected without a request`(text: String)
    async throws
  {
    guard let url = URL(string: text) else { return }
    await #expect {
      try await AuthEnvironment.platformTransport.send(TransportRequest(url: url, timeout: .seconds(1)))
    } throws: { error in
      guard case TransportFailure.invalidURL(let place) = error else { return false }
      return place.isSafeToShow
    }
  }

  @Test(arguments: [
    "ftp://id.example/", "unix:///tmp/socket", "https:///x", "mailto:ada@id.example", "https://id..example/",
    "https://user@id.example/", "https://id.example:0/", "https://id.example:65536/",
  ])
  func `A transport gets no host from a URL that it can't request`(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: TransportFailure.self) { try url.checkedHost() }
  }

  @Test func `Random URLs never crash the process (20,000 from a fixed seed)`() async throws {
    // No program listens on this port, so connections to it on loopback fail immediately.
    let taken = try await TakenPort.take(at: "127.0.0.1")
    let closed = taken.port
    await taken.release()
    let transport = AuthEnvironment.platformTransport
    var random = SeededGenerator(state: 0x5EED)
    var (rejected, sent) = (0, 0)
    for _ in 0..<20_000 {
      let text = GeneratedURL.make(closedPort: closed, &random)
      guard let url = URL(string: text) else { continue }
      do throws(TransportFailure) {
        let host = try url.checkedHost()
        // Only URLs with closed loopback ports are sent.
        guard [closed, 1, 65535].contains(url.port), ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host) else {
          continue
        }
        sent += 1
        _ = try await transport.send(TransportRequest(url: url, timeout: .seconds(2)))
        Issue.record("\(text) got a response")
      } catch .invalidURL {
        rejected += 1
        await #expect(throws: TransportFailure.self, "\(text)") {
          try await transport.send(TransportRequest(url: url, timeout: .seconds(2)))
        }
      } catch {
        #expect([closed, 1, 65535].contains(url.port), "\(text)")
      }
    }
    #expect(rejected > 5_000)
    #expect(sent > 50)
  }
}

@Suite struct `The parts of a URL` {
  @Test(arguments: [
    ("https://user@id.example:8443/a?b#c", "user@id.example:8443"), ("https://id.example", "id.example"),
    ("https:///x", nil), ("mailto:ada@id.example", nil), ("com.acme.app:/callback", nil), ("/relative", nil),
  ])
  func `Only a URL with slashes before its host has an authority`(text: String, authority: String?) throws {
    #expect(try #require(URL(string: text)).authority == authority)
  }

  @Test(arguments: ["https://id.example", "https://id.example/a?b=1", "https://id.example/a#b"])
  func `A URL to which no parameter is added stays the same`(text: String) throws {
    #expect(try #require(URL(string: text)).adding([]).absoluteString == text)
  }
}

private enum GeneratedURL {
  private static let schemes = ["https", "http", "HTTP", "unix", "http+unix", "https+unix", "ftp", "", "javascript"]
  private static let hosts = [
    "127.0.0.1", "localhost", "[::1]", "203.0.113.7", "[2001:db8::1]", "id.example", "0x7f.1", "127.1", "[::", "[]", "",
    "a%0Ab", "%1B]0;x", "\u{202E}evil", "a..b", "999.1.1.1", "[::ffff:1.2.3.4]", "[::1%25lo]", "user@127.0.0.1", "-a",
    String(repeating: "a", count: 300), "ü.example", "%00", "a_b",
  ]
  private static let ends = ["/", "", "?q=1", "#f", "/%00", "/a b", "/\u{0}", "/%zz", "//x", "/?a=[b]"]

  static func make(closedPort: Int, _ random: inout SeededGenerator) -> String {
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let ports = [
      "", ":", ":0", ":1", ":\(closedPort)", ":65535", ":65536", ":70000", ":99999", ":-1", ":+1", ":4294967296",
      ":18446744073709551616", ":00080", ":٣", ":\(UInt64.random(in: 0...UInt64.max, using: &random))",
    ]
    return one(schemes) + one(["://", "://", "://", ":", ":/"]) + one(hosts) + one(ports) + one(ends)
  }
}

/// A generator that repeats the same numbers (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
