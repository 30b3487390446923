import AuthConfiguration
import AuthDescriptor
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Variables in URLs` {
  /// The token endpoint with these values. No server is needed, because the values choose the host.
  private func endpoint(
    _ variables: String, _ template: String, _ values: [String: String], request: [String: String] = [:]
  ) throws -> String {
    let snippet = "variables: \(variables)\nserver: { token_endpoint: \"\(template)\" }"
    let provider = try ResolvedProvider(try configuration(snippet), variables: values, clientID: "app")
    let template = try #require(provider.configuration.server.tokenEndpoint)
    return try provider.values(with: request).url(template).absoluteString
  }

  @Test func `A variable is inserted where its kind allows (D01 D02 D03 D04 D07)`() throws {
    let host = "{ h: { kind: host, example: a.example } }"
    #expect(try endpoint(host, "https://{h}/t", ["h": "id.b.example:8443"]) == "https://id.b.example:8443/t")
    let label = "{ l: { kind: host_label, example: acme } }"
    #expect(try endpoint(label, "https://{l}.acme.example/t", ["l": "north-1"]) == "https://north-1.acme.example/t")
    let url = "{ u: { kind: url, example: 'https://a.example/x' } }"
    #expect(try endpoint(url, "{u}/t", ["u": "https://b.example/p/q"]) == "https://b.example/p/q/t")
    let segment = "{ s: { kind: path_segment, example: main } }"
    #expect(
      try endpoint(segment, "https://a.example/{s}/t?s={s}", ["s": "a/b ?é%2e"])
        == "https://a.example/a%2Fb%20%3F%C3%A9%252e/t?s=a%2Fb%20%3F%C3%A9%252e")
    let region = "{ r: { kind: host_label, values: [eu, us], default: eu } }"
    #expect(try endpoint(region, "https://{r}.a.example/t", [:]) == "https://eu.a.example/t")
    #expect(try endpoint(region, "https://{r}.a.example/t", ["r": "us"]) == "https://us.a.example/t")
    let version = "{ v: { kind: constant, default: v19.0 } }"
    #expect(try endpoint(version, "https://a.example/{v}/t", [:]) == "https://a.example/v19.0/t")
    let shop = "{ s: { kind: host_label, scope: request, example: acme } }"
    #expect(try endpoint(shop, "https://{s}.a.example/t", [:], request: ["s": "b"]) == "https://b.a.example/t")
  }

  @Test(arguments: [
    ("host", "https://{v}/t"), ("host_label", "https://{v}.a.example/t"), ("url", "{v}/t"),
    ("path_segment", "https://a.example/{v}/t"),
  ])
  func `A variable can't send a request to another host or path (D01)`(kind: String, template: String) throws {
    let example = ["host": "a.example", "host_label": "a", "url": "https://a.example/b"][kind] ?? "a"
    let variables = "{ v: { kind: \(kind), example: '\(example)' } }"
    let anywhere = ["", ".", "..", "\n", "a\u{0}b", "a\u{2028}b"]
    let inHost = [
      "a.example/evil", "evil.example#", "evil.example?", "a@evil.example", "evil.example\\", "evil.example/.", "a b",
      "xn--\u{E9}.example", "a\u{3002}example", "a..example", ".example", "-a.example", "a.example:", "a.example:0",
      "a.example:99999", "a.example:80:80", "%61.example", "{client_id}.example", "[::1", "https://evil.example",
    ]
    let inURL = [
      "http://evil.example", "https://evil.example?x", "https://evil.example#x", "https://a@evil.example",
      "https://evil.example/a/../b", "https://evil.example/./b", "https://evil.example//", "HTTPS://", "https:///x",
      "javascript:alert(1)", "https://evil.example/{x}", "https://evil.example/a b", "https://evil.example/é",
      "http://127.0.0.1.evil.example", "http://localhost@evil.example", "ftp://localhost",
    ]
    let hostile = anywhere + (kind == "url" ? inURL : kind == "path_segment" ? [] : inHost)
    for value in hostile {
      #expect(throws: StepFailure.configuration(.invalidVariable("v", example: example)), "\(value.debugDescription)") {
        try endpoint(variables, template, ["v": value])
      }
    }
  }

  @Test(arguments: ["a/../b", "..%2f..", "%2e%2e", "\u{2025}", "a?b#c", "{client_id}", "\\..\\", "a;b", "\u{202E}x"])
  func `A path segment stays a single segment with any value (D01)`(value: String) throws {
    let text = try endpoint("{ v: { kind: path_segment, example: a } }", "https://a.example/x/{v}/t", ["v": value])
    let url = try #require(URL(string: text)?.standardized)
    let segments = url.path(percentEncoded: true).split(separator: "/").map(String.init)
    #expect(url.host() == "a.example")
    #expect(segments == ["x", FormEncoding.escape(value), "t"])
  }

  @Test(arguments: [
    ("values: [eu, us]", "asia"), ("values: [eu], pattern: '[a-z]{2}'", "eux"), ("pattern: '[a-z]+'", "a1"),
  ])
  func `A value that isn't on the list or doesn't match the pattern is rejected (D02)`(rule: String, value: String)
    throws
  {
    #expect(throws: StepFailure.configuration(.invalidVariable("r", example: "eu"))) {
      try endpoint("{ r: { kind: host_label, example: eu, \(rule) } }", "https://{r}.a.example/t", ["r": value])
    }
  }

  @Test func `A listed value may end the host, and a label may be a part of a name (D02)`() throws {
    let region = "{ r: { values: [com, eu, com.au], default: com } }"
    #expect(try endpoint(region, "https://login.a.{r}/t", [:]) == "https://login.a.com/t")
    #expect(try endpoint(region, "https://login.a.{r}/{r}/t", ["r": "com.au"]) == "https://login.a.com.au/com.au/t")
    let label = "{ e: { kind: host_label, example: test } }"
    #expect(try endpoint(label, "https://{e}-api.a.example/x-{e}/t", ["e": "eu"]) == "https://eu-api.a.example/x-eu/t")
  }

  @Test(arguments: [
    "evil.example", "com.evil", "COM", "com.", ".com", "com/", "com#", "com?", "com@evil.example", "com:80", "com\u{0}",
    "c\u{F6}m", "\u{212A}", "",
  ])
  func `A value that isn't listed can't end the host (D02)`(value: String) throws {
    #expect(throws: StepFailure.configuration(.invalidVariable("r", example: "com"))) {
      try endpoint("{ r: { values: [com, K], default: com } }", "https://login.a.{r}/t", ["r": value])
    }
    let callback = "{ r: { values: [com, K], from: callback.location } }"
    #expect(throws: StepFailure.configuration(.invalidVariable("r", example: "com"))) {
      try endpoint(callback, "https://login.a.{r}/t", [:], request: ["r": value])
    }
  }

  @Test(arguments: ["a.b", "a/", "a@b", "a#", "a?", "a:1", "-a", "a%2e", "", String(repeating: "a", count: 64)])
  func `A part of a host name can't leave its label (D02)`(value: String) throws {
    #expect(throws: StepFailure.configuration(.invalidVariable("e", example: "test"))) {
      try endpoint("{ e: { kind: host_label, example: test } }", "https://{e}-api.a.example/t", ["e": value])
    }
  }

  @Test func `A part that makes a label too long is rejected before a request is sent (D02)`() throws {
    let label = "{ e: { kind: host_label, example: test } }"
    let long = String(repeating: "a", count: 63)
    #expect(throws: StepFailure.configuration(.invalidURL("https://\(long)-api.a.example"))) {
      try endpoint(label, "https://{e}-api.a.example/t", ["e": long])
    }
  }

  @Test func `An app can't replace the value of a constant (D07)`() throws {
    #expect(throws: StepFailure.configuration(.invalidVariable("v", example: "com"))) {
      try endpoint("{ v: { kind: constant, default: com } }", "https://login.a.{v}/t", ["v": "evil.example"])
    }
  }

  @Test func `A missing variable is reported with an example (D01 D04)`() throws {
    let host = "{ h: { kind: host, example: a.example } }"
    #expect(throws: StepFailure.configuration(.missingVariable("h", example: "a.example"))) {
      try endpoint(host, "https://{h}/t", [:])
    }
    let shop = "{ s: { kind: host_label, scope: request, example: acme } }"
    #expect(throws: StepFailure.configuration(.missingVariable("s", example: "acme"))) {
      try endpoint(shop, "https://{s}.a.example/t", [:])
    }
  }

  @Test func `A sign-in can't replace a variable that the app sets once (D04)`() throws {
    let host = "{ h: { kind: host, default: a.example } }"
    #expect(throws: StepFailure.configuration(.unknownParameter("h", known: []))) {
      try endpoint(host, "https://{h}/t", [:], request: ["h": "evil.example"])
    }
    let listed = "{ h: { kind: host, scope: request, allow: ['*.a.example'], example: b.a.example } }"
    #expect(throws: StepFailure.configuration(.invalidVariable("h", example: "b.a.example"))) {
      try endpoint(listed, "https://{h}/t", [:], request: ["h": "a.example.evil.example"])
    }
  }

  @Test func `A variable may differ between environments (D09)`() throws {
    let descriptor = try descriptor(
      """
      environments:
        live: { default: true }
        sandbox: { server: { token_endpoint: "https://sandbox.example.com/token" }, api: { headers: { X-Mode: test } } }
      """)
    #expect(descriptor.environments.map(\.name) == ["live", "sandbox"])
    let endpoints = descriptor.environments.map { $0.configuration.server.tokenEndpoint?.text }
    #expect(endpoints == ["https://id.example.com/token", "https://sandbox.example.com/token"])
    #expect(descriptor.environments.map { $0.configuration.resources.headers } == [[:], ["X-Mode": "test"]])
  }
}
