import AuthRuntime
import Foundation
import TestSupport
import Testing

/// Tests sign-ins that the user approves on another device (OpenID CIBA Core 1.0) on the same server's pages.
extension `High security at a real server` {
  enum TillKind: String, CaseIterable, Sendable {
    /// The client authenticates with a secret.
    case secret
    /// The client authenticates with a key, signs its request, and binds its tokens to a session's key.
    case key
  }

  /// A client without a browser, on which every wait between two polls ends after `onWait`.
  private func till(
    _ kind: TillKind, _ polls: PollRecorder, onWait: @escaping @Sendable (Int) async throws -> Void
  ) throws -> AuthClient<DynamicProvider> {
    let server = try IdentityServers.server(.strict)
    return AuthClient(
      issuer: server.issuer, clientID: kind == .key ? "jwt-client" : "till",
      clientSecret: kind == .key ? nil : server.confidentialSecret, key: kind == .key ? try server.clientKey() : nil,
      redirect: .loopback(), environment: AuthEnvironment(transport: polls, clock: PollClock(onWait: onWait))
    ) { it in
      guard kind == .key else {
        it.client.authentication = [.clientSecretPost]
        return
      }
      it.client.assertion = ProviderConfiguration.ClientJWT(audience: .endpoint)
      it.client.dpop.use = .required
      it.backchannel.isSigned = true
    }
  }

  /// A request for Alice. The server expects a JSON object as the hint.
  private func request(_ message: String) -> BackchannelRequest {
    BackchannelRequest(.login(#"{"username":"alice"}"#), bindingMessage: message)
  }

  @Test(arguments: TillKind.allCases)
  func `A user approves a sign-in on another device while the client polls`(kind: TillKind) async throws {
    let server = try IdentityServers.server(.strict)
    let phone = Phone(server: server)
    let message = "approve-\(kind)"
    let polls = PollRecorder(base: try server.transport())
    let client = try till(kind, polls) { wait in if wait == 2 { try await phone.decide(message, approves: true) } }
    let user = try await client.signInOverBackchannel(request(message), scopes: ["profile"])
    #expect(user.name == "Alice Example")
    #expect(polls.errors.filter { $0 != "use_dpop_nonce" } == ["authorization_pending", nil])

    let first = try #require(try await client.credential())
    #expect((first.keyThumbprint != nil) == (kind == .key))
    #expect(first.accessToken.claim("cnf", "jkt") == first.keyThumbprint)
    let second = try await client.refresh()
    #expect(second.accessToken != first.accessToken && second.keyThumbprint == first.keyThumbprint)
    #expect(try await client.user()?.subject == user.subject)
  }

  @Test func `A user rejects a sign-in on another device`() async throws {
    let server = try IdentityServers.server(.strict)
    let phone = Phone(server: server)
    let polls = PollRecorder(base: try server.transport())
    let client = try till(.secret, polls) { wait in if wait == 2 { try await phone.decide("reject", approves: false) } }
    let failure = await failure(
      AuthFailure<AnyErrorCode>.self, of: try await client.signInOverBackchannel(request("reject"), scopes: []))
    guard case .server(_, let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.code == "access_denied")
    #expect(polls.errors == ["authorization_pending", "access_denied"])
    #expect(try await client.credential() == nil)
  }

  @Test func `A user code that the user hasn't chosen is rejected before anyone is asked`() async throws {
    let server = try IdentityServers.server(.strict)
    let polls = PollRecorder(base: try server.transport())
    let client = try till(.secret, polls) { _ in }
    var request = request("code")
    request.userCode = Secret("4711")
    let failure = await failure(
      AuthFailure<AnyErrorCode>.self, of: try await client.signInOverBackchannel(request, scopes: []))
    guard case .server(_, let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.code == "invalid_user_code" && polls.errors.isEmpty)
    #expect(try await Phone(server: server).requests().allSatisfy { $0["binding_message"] != "code" })
  }
}

/// The browser of Alice's phone, on which the server lists the requests that wait for her.
private struct Phone {
  let server: IdentityServer

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, session: String? = nil
  ) async throws -> TransportResponse {
    let url = try #require(URL(string: path.hasPrefix("/") ? "https://\(server.authority)/api\(path)" : path))
    var headers: HTTPFields = [:]
    if body != nil { headers[.contentType] = "application/json" }
    headers[.cookie] = session
    return try await server.transport().send(
      TransportRequest(method: method, url: url, headers: headers, body: body.map { Data($0.utf8) }))
  }

  /// Logs Alice in, and returns the cookie of her session.
  private func login() async throws -> String {
    let response = try await send(.post, "/auth/", #"{"username":"alice","password":"alice-password-1"}"#)
    try #require(response.status == 200)
    return String(try #require(response.headers[.setCookie]?.split(separator: ";").first))
  }

  /// The requests that wait for Alice.
  func requests() async throws -> [[String: JSONValue]] {
    try await requests(in: try await login())
  }

  private func requests(in session: String) async throws -> [[String: JSONValue]] {
    let list = try await send(.get, "/oidc/ciba_user_list/", session: session)
    return try #require(JSONValue(parsing: list.body)?.array).compactMap(\.object)
  }

  /// Approves or rejects the request with a binding message.
  func decide(_ message: String, approves: Bool) async throws {
    let session = try await login()
    let waiting = try await requests(in: session).first { $0["binding_message"] == .string(message) }
    let request = try #require(waiting, "the server doesn't list the request")
    if approves {
      let client = try #require(request["client_id"]?.string)
      let granted = try await send(.put, "/auth/grant/\(client)", #"{"scope":"openid profile"}"#, session: session)
      try #require(granted.status == 200)
    }
    let page = try #require(request[approves ? "connect_uri" : "cancel_uri"]?.string)
    let result = try await send(.get, approves ? page + "&g_continue" : page, session: session)
    let ending = approves ? "ciba_message=complete" : "ciba_message=cancelled"
    #expect(result.headers[.location]?.hasSuffix(ending) == true)
  }
}

/// Records the errors of the responses to polls, and `nil` for a response with tokens.
private struct PollRecorder: HTTPTransport {
  let base: any HTTPTransport
  private let codes = Locked<[String?]>([])

  init(base: any HTTPTransport) {
    self.base = base
  }

  var errors: [String?] { codes.value }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let response = try await base.send(request, body: body, options: options)
    if String(decoding: body ?? Data(), as: UTF8.self).contains("auth_req_id=") {
      let error = JSONValue(parsing: response.0)?.object?["error"]?.string
      codes.withLock { $0.append(error) }
    }
    return response
  }
}

/// A clock without real waits.
private struct PollClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let waits = Locked(0)
  private let onWait: @Sendable (Int) async throws -> Void

  /// - Parameter onWait: Called with the number of the wait, from 1. The wait ends when it returns.
  init(onWait: @escaping @Sendable (Int) async throws -> Void) {
    self.onWait = onWait
  }

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = waits.withLock { waits in
      waits += 1
      return waits
    }
    do { try await onWait(number) } catch {
      Issue.record(error, "the user couldn't decide")
      throw error
    }
  }
}
