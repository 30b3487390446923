import AuthConfiguration
import AuthDescriptor
import AuthTesting
import Foundation
import TestSupport

@testable import AuthRuntime

/// A provider, and the bytes of a sign-in with it, from a file in `Providers`.
///
/// The file starts with the descriptor. Sections follow, each after a line that starts with `---`: `app` with the app's
/// values, `page` with the URL that the browser opens, `callback` with the query that it returns with, pairs of `request`
/// and `response`, and `result`. A client that registers itself, or that signs in on another device, has the same sections.
/// `page` of a device is the page that the client shows.
///
/// In responses, `ID_TOKEN` is a token for this sign-in, and `KEY_SET` is its key. In requests, `CLIENT_ASSERTION` is a JWT
/// whose signature, time, and ID differ in each run. The app's value `hooks: yes` signs and decodes with ``WireHooks``, and
/// `PRIVATE_KEY` is a private key.
struct WireTranscript: Sendable {
  struct Section: Sendable {
    var title: String
    var text: String
  }

  let name: String
  let descriptor: String
  var sections: [Section]

  init(_ text: String, name: String) {
    var parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    self.name = name
    descriptor = parts.prefix { !$0.hasPrefix("--- ") }.joined(separator: "\n")
    parts = parts.drop { !$0.hasPrefix("--- ") }
    sections = []
    while let title = parts.popFirst() {
      let lines = parts.prefix { !$0.hasPrefix("--- ") }
      parts = parts.dropFirst(lines.count)
      let text = lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
      sections.append(Section(title: String(title.dropFirst(4)), text: text))
    }
  }

  /// The whole file again.
  var text: String {
    descriptor.trimmingCharacters(in: .newlines) + "\n\n"
      + sections.map { "--- \($0.title)\n\($0.text)\n" }.joined(separator: "\n")
  }

  /// The time at which all files are played, in seconds since 1970.
  static let time = 1_795_219_200.0

  func text(of title: String) -> String { sections.first { $0.title == title }?.text ?? "" }

  /// The app's values: `client_secret`, `scopes`, and settings, variables, and parameters by their names.
  var app: [String: String] {
    let lines = text(of: "app").split(separator: "\n").compactMap { line -> (String, String)? in
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    return Dictionary(lines.map { ($0, $1 == "PRIVATE_KEY" ? WireSigner.privateKey : $1) }) { $1 }
  }

  var configuration: ProviderConfiguration {
    get throws {
      let files = ["\(name).yaml": Data("schema: 1\nid: \(name)\n\(descriptor)".utf8)]
      return try DescriptorLoader(readFile: { files[$0] }).load(path: "\(name).yaml").descriptor.configuration
    }
  }

  /// Signs in as the file describes.
  ///
  /// - Returns: The same file with the URL, the requests, and the result of this sign-in.
  func played() async throws -> WireTranscript {
    let configuration = try configuration
    let app = app
    let isDevice = app["flow"] == "device"
    if configuration.client.registration.kind.registersItself || isDevice { return try await playedByClient() }
    let transport = ReplayTransport(responses: sections.filter { $0.title.hasPrefix("response") })
    let hooks = app["hooks"] == "yes" ? WireHooks() : nil
    let backend = BackendExchange<DynamicProvider>(
      configuration: configuration, variables: app.named(by: configuration.variables.map(\.name)),
      clientID: app["client_id"] ?? "app",
      clientSecret: app["client_secret"].map { Secret($0) },
      settings: app.named(by: configuration.client.settings.map(\.name)).mapValues { Secret($0) },
      signUserInfoRequest: hooks, decodeResponse: hooks,
      environment: AuthEnvironment(transport: transport, now: { Date(timeIntervalSince1970: Self.time) }))
    let scopes = app["scopes"].map { $0.split(separator: " ").map(String.init) } ?? configuration.scopes?.defaults ?? []
    var parameters = AuthorizationParameters()
    for variable in configuration.variables where variable.source == .request {
      if let value = app[variable.name] { parameters.fill(variable.name, value) }
    }
    let pending = try await backend.start(
      redirectURI: "https://app.example/callback", scopes: scopes, parameters: parameters)
    let state = pending.request.state ?? "STATE"
    let query = URLComponents(url: pending.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let challenge = query.first { $0.name == "code_challenge" }?.value
    let masked = [
      (state, "STATE"), (challenge ?? state, "CODE_CHALLENGE"),
      (pending.request.pkce.codeVerifier.reveal(), "CODE_VERIFIER"),
      (query.first { $0.name == "nonce" }?.value ?? state, "NONCE"),
    ]
    let mask = { (text: String) in masked.reduce(text) { $0.replacing($1.0, with: $1.1) } }
    try transport.sign(WireSigner.claims(configuration, nonce: query.first { $0.name == "nonce" }?.value))
    let callback = text(of: "callback").replacing("STATE", with: state)
    let grant = try backend.grant(from: callback, for: pending)
    let signedIn = try await backend.exchange(grant)
    var credential = signedIn.credential
    if text(of: "app").contains("refresh: yes") { credential = try await backend.refresh(credential) { _ in } }
    return result(page: pending.url, requests: transport.requests, mask: mask, credential, of: signedIn.user)
  }

  /// The same file with the URL, the requests, and the result of a sign-in.
  func result(
    page: URL?, requests: [String], mask: (String) -> String, _ credential: Credential, of user: DynamicProvider.User?
  ) -> WireTranscript {
    var result = self
    result.sections = []
    var requests = requests[...]
    for section in sections {
      switch section.title {
      case "page": result.sections.append(Section(title: "page", text: mask(page?.absoluteString ?? "nothing")))
      case "request":
        result.sections.append(Section(title: "request", text: mask(requests.popFirst() ?? "nothing").withoutAssertion))
      case "result":
        result.sections.append(Section(title: "result", text: Self.summary(credential, of: user)))
      default: result.sections.append(section)
      }
    }
    // A request that the file doesn't have.
    result.sections += requests.map { Section(title: "unexpected request", text: mask($0)) }
    return result
  }

  private static func summary(_ credential: Credential, of user: DynamicProvider.User?) -> String {
    var lines = ["access token: \(credential.accessToken.reveal())"]
    lines += credential.refreshToken.map { ["refresh token: \($0.reveal())"] } ?? []
    lines += credential.expiresAt.map { ["expires in: \(Int($0.timeIntervalSince1970 - time))"] } ?? []
    if !credential.scopes.isEmpty { lines.append("scopes: \(credential.scopes.joined(separator: " "))") }
    lines += credential.fields.sorted { $0.key < $1.key }.map { "field \($0.key): \($0.value.spelling ?? "JSON")" }
    lines += credential.variables.sorted { $0.key < $1.key }.map { "variable \($0.key): \($0.value)" }
    if let user { lines.append("user: \(user.id)") }
    for name in ["name", "email", "picture"] {
      if let value = user?.claims[name]?.spelling { lines.append("\(name): \(value)") }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text without a client assertion, which differs in each run.
  fileprivate var withoutAssertion: String {
    replacing(
      /client_assertion=[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/, with: "client_assertion=CLIENT_ASSERTION")
  }
}

extension [String: String] {
  func named(by names: [String]) -> [String: String] { filter { names.contains($0.key) } }
}

/// A transport that records requests and returns the responses of a file, in order.
final class ReplayTransport: HTTPTransport {
  private let filled = Locked<[String: String]>([:])
  private let left: Locked<[WireTranscript.Section]>
  private let log = Locked<[String]>([])

  init(responses: [WireTranscript.Section]) {
    left = Locked(responses)
  }

  var requests: [String] { log.value }

  /// Fills in the ID token of a sign-in.
  func sign(_ claims: [String: JSONValue]) throws {
    let (token, keys) = (try WireSigner.signer.token(claims: claims), try WireSigner.keySet)
    filled.withLock { $0 = ["ID_TOKEN": token, "KEY_SET": keys] }
  }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let fields = request.headerFields.map { "\($0.name.rawName.lowercased()): \($0.value)" }.sorted()
    let head = ["\(request.method.rawValue) \(request.url?.absoluteString ?? "")"] + fields
    let text = body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    log.withLock { $0.append((head + (text.isEmpty ? [] : ["", text])).joined(separator: "\n")) }
    guard let response = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
      throw .unavailable
    }
    let words = response.title.split(separator: " ").map(String.init)
    var answer = HTTPResponse(status: .init(code: words.count > 1 ? Int(words[1]) ?? 200 : 200))
    answer.headerFields[.contentType] = words.count > 2 ? words[2] : "application/json"
    let body = filled.value.reduce(response.text) { $0.replacing($1.key, with: $1.value) }
    return (Data(body.utf8), answer)
  }
}
