import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `An API's error responses` {
  @Test(
    arguments: [
      ([], .missingToken), ([""], .missingToken), (["Basic YTpi"], .missingToken), (["Bearerabc"], .missingToken),
      (["Bearer"], .malformedRequest("the Authorization header doesn't contain a token")),
      (["Bearer a", "Bearer b"], .malformedRequest("the request has several Authorization headers")),
      (["Bearer a,b"], .malformedRequest("the request doesn't contain a valid access token")),
      (["Bearer a b"], .malformedRequest("the request doesn't contain a valid access token")),
      (["Bearer =a"], .malformedRequest("the request doesn't contain a valid access token")),
      (["Bearer \u{E9}"], .malformedRequest("the request doesn't contain a valid access token")),
    ] as [([String], AccessFailure)])
  func `A request without exactly one token in its header is rejected`(headers: [String], failure: AccessFailure) {
    #expect(throws: failure) { try BearerCredentials.token(in: headers) }
  }

  @Test(arguments: ["", "a b", "a\r\nb", String(repeating: "a", count: 1 << 18)])
  func `A token from elsewhere that isn't a valid bearer token is rejected`(token: String) async {
    let api = APIFixture().api
    await #expect { try await api.caller(bearing: Secret(token)) } throws: {
      ($0 as? AccessFailure)?.caseName == "malformedRequest"
    }
  }

  @Test(arguments: ["Bearer abc.-_~+/==", "bearer abc.-_~+/==", "BEARER  abc.-_~+/=="])
  func `The case of the token's scheme is ignored`(header: String) throws {
    #expect(try BearerCredentials.token(in: [header]).reveal() == "abc.-_~+/==")
  }

  static let challenges: [(AccessFailure, Int, String?, String)] = [
    (.missingToken, 401, #"Bearer realm="timesheets""#, "Missing or invalid token"),
    (
      .invalidToken(.expired), 401,
      #"Bearer realm="timesheets", error="invalid_token", error_description="the access token has expired""#,
      "Missing or invalid token"
    ),
    (
      .insufficientScope(["read:timesheets", "a"]), 403,
      #"Bearer realm="timesheets", error="insufficient_scope", scope="read:timesheets a""#, "Insufficient scope"
    ),
    (.insufficientScope([]), 403, #"Bearer realm="timesheets", error="insufficient_scope""#, "Insufficient scope"),
    (
      .malformedRequest("twice"), 400,
      #"Bearer realm="timesheets", error="invalid_request", error_description="twice""#, "Malformed request"
    ),
    (.configuration(.missingAudience), 500, nil, "The server isn't configured to verify tokens"),
    (
      .unavailable(.network(.unreachable(host: "id.example"), endpoint: .keys)), 503, nil,
      "Tokens can't be verified right now"
    ),
    (.cancelled, 503, nil, "Tokens can't be verified right now"),
  ]

  @Test(arguments: challenges)
  func `A failure becomes a challenge of RFC 6750`(
    failure: AccessFailure, status: Int, challenge: String?, body: String
  ) {
    let response = failure.challenge(realm: "timesheets")
    #expect((response.status, response.headers["WWW-Authenticate"], response.body) == (status, challenge, body))
    #expect(response.headers["Cache-Control"] == "no-store")
  }

  @Test func `A response with status 503 says when to retry`() {
    let limited = AccessFailure.unavailable(.response(.rateLimited(retryAfter: .seconds(3), endpoint: .introspection)))
    #expect(limited.challenge().headers["Retry-After"] == "3")
    #expect(
      AccessFailure.unavailable(.network(.noResponse(host: "h"), endpoint: .keys)).challenge().headers["Retry-After"]
        == "5")
    let hours = AccessFailure.unavailable(
      .response(.rateLimited(retryAfter: .seconds(36_000), endpoint: .introspection)))
    #expect(hours.challenge().headers["Retry-After"] == "5")
  }

  @Test func `A challenge's values can't contain quotation marks or control characters`() {
    let failure = AccessFailure.invalidToken(.unexpectedClaim("a\", error=\"none\\\r\nSet-Cookie: x\u{E9}"))
    let header = failure.challenge().headers["WWW-Authenticate"] ?? ""
    #expect(header.filter { $0 == "\"" }.count == 4)
    #expect(header.unicodeScalars.allSatisfy { (" "..."~").contains($0) && $0 != "\\" })
    #expect(AccessFailure.missingToken.challenge().headers["WWW-Authenticate"] == "Bearer")
  }

  @Test func `A challenge contains the URL of the resource's metadata`() throws {
    let resource = try #require(URL(string: "https://api.example/v1/timesheets"))
    let api = ResourceServer<DynamicProvider>(
      configuration: .api, variables: ["domain": "id.example"], audiences: ["https://api.example"])
    var metadata = try api.metadata(of: resource, scopes: ["read:timesheets"])
    metadata.name = "Timesheets"
    #expect(
      metadata.location.absoluteString == "https://api.example/.well-known/oauth-protected-resource/v1/timesheets")
    #expect(
      String(decoding: metadata.json, as: UTF8.self)
        == #"{"authorization_servers":["https://id.example"],"bearer_methods_supported":["header"],"#
        + #""resource":"https://api.example/v1/timesheets","resource_name":"Timesheets","#
        + #""scopes_supported":["read:timesheets"]}"#)
    #expect(
      AccessFailure.missingToken.challenge(resourceMetadata: metadata.location).headers["WWW-Authenticate"]
        == #"Bearer resource_metadata="\#(metadata.location)""#)
    let root = ProtectedResourceMetadata(
      resource: try #require(URL(string: "https://a.example/")), authorizationServers: [])
    #expect(root.location.absoluteString == "https://a.example/.well-known/oauth-protected-resource")
  }

  @Test func `A wrongly configured API fails with a configuration error`() async throws {
    for audiences in [[], [""], ["a", ""]] {
      let nobody = ResourceServer<DynamicProvider>(
        configuration: .api, variables: ["domain": "id.example"], audiences: audiences)
      await #expect(throws: AccessFailure.configuration(.missingAudience)) { try await nobody.checkReadiness() }
    }
    let opaque = ResourceServer<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], audiences: ["a"])
    await #expect(throws: AccessFailure.configuration(.missingIntrospectionClient)) {
      try await opaque.caller(authorization: "Bearer a")
    }
  }
}
