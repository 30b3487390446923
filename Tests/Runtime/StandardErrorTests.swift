import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

/// The errors of a server known only by its issuer.
@Suite struct `The standard error codes` {
  private static let known = ProviderConfiguration.openIDConnect(issuer: "https://id.example").errors

  /// The keys below `errors:` in a descriptor family.
  private static func codes(of family: String) throws -> [String: String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Providers/families/\(family).yaml"), encoding: .utf8)
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("errors:") }.dropFirst().prefix { $0.hasPrefix("  ") }
    return Dictionary(
      uniqueKeysWithValues: lines.compactMap { $0.firstMatch(of: /^  (\w+): \{ recovery: (\w+)/) }
        .map { (String($0.output.1), String($0.output.2)) })
  }

  @Test(arguments: [("oauth2", 10), ("oidc", 4)])
  func `The standard error codes include those of each descriptor family, with the same recoveries`(
    family: String, least: Int
  ) throws {
    let codes = try Self.codes(of: family)
    #expect(codes.count >= least)
    #expect(codes.filter { Self.known[$0.key]?.recovery.rawValue != $0.value } == [:])
  }

  @Test(arguments: [
    "invalid_request", "unauthorized_client", "invalid_client", "unsupported_response_type", "unsupported_grant_type",
    "invalid_scope", "invalid_request_uri", "invalid_request_object", "request_not_supported",
    "request_uri_not_supported", "registration_not_supported", "unsupported_token_type", "invalid_target",
    "insufficient_scope",
  ])
  func `Errors in the configuration aren't retried`(code: String) throws {
    let known = try #require(Self.known[code])
    let error = ServerError(code: code, endpoint: .token, known: known)
    guard case .fixConfiguration = error.recovery else {
      Issue.record("\(error.recovery)")
      return
    }
  }

  @Test func `Each standard error code has its own name`() {
    #expect(Set(Self.known.values.map(\.caseName)).count == Self.known.count)
  }
}
