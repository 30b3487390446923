import AuthDescriptor
import AuthRuntime
import Foundation

/// The keys of a server in the file of MCP servers.
enum MCPServerKey: String, CaseIterable {
  case issuer, document, scopes, store, accounts
  case clientID = "client_id"
  case clientSecretFile = "client_secret_file"
  case redirectPort = "redirect_port"
  case callbackPath = "callback_path"
  case trustRoot = "trust_root"
  case keyFile = "key_file"
  case acceptsUnadvertisedPKCE = "accepts_unadvertised_pkce"
}

/// The saved options of a login at an MCP server. They never contain a secret, only the path of a secret's file.
struct MCPServer: Sendable, Hashable {
  private static let ports = 8765...8769

  /// The issuer at which ``clientID`` is registered.
  var issuer: String?
  var clientID: String?
  var clientSecretFile: String?
  /// The URL of a client ID metadata document.
  var document: String?
  var scopes: [String] = []
  var redirectPort: Int?
  var callbackPath: String?
  var trustRoot: String?
  var store = StoreChoice.system
  /// The key file for the encrypted sessions.
  var keyFile: String?
  /// The named accounts that have been signed in to.
  var accounts: [String] = []
  /// Whether to use an authorization server whose metadata doesn't state that it supports PKCE.
  var acceptsUnadvertisedPKCE = false

  init() {}

  /// Where the browser returns to. Each issuer has a separate callback URL, unless a URL is already registered (RFC 9700
  /// §4.4.2).
  var redirect: Redirect {
    let shared = Redirect.loopback(
      ports: redirectPort.map { $0...$0 } ?? Self.ports, path: callbackPath ?? "/callback", signedOutPath: nil)
    return callbackPath == nil ? shared.perIssuer : shared
  }

  /// The options, except those for a particular client and authorization server.
  var withoutClient: MCPServer {
    var server = self
    (server.issuer, server.clientID, server.clientSecretFile, server.document) = (nil, nil, nil, nil)
    server.acceptsUnadvertisedPKCE = false
    return server
  }

  /// The identity of this command at authorization servers.
  func identity() throws(ReportedFailure) -> ResourceClientIdentity {
    if let clientID, let issuer {
      let secret: Secret?
      if let clientSecretFile { secret = try SecretFile.read(clientSecretFile) } else { secret = nil }
      return .registered(ClientCredentials(id: clientID, secret: secret), at: issuer)
    }
    var identity = ResourceClientIdentity.dynamic(name: "authctl")
    identity.document = document
    return identity
  }
}

extension MCPServer {
  /// The server as JSON. Default values are left out.
  var json: JSONValue {
    var members: [MCPServerKey: JSONValue] = [:]
    let texts: [(MCPServerKey, String?)] = [
      (.issuer, issuer), (.clientID, clientID), (.clientSecretFile, clientSecretFile), (.document, document),
      (.callbackPath, callbackPath), (.trustRoot, trustRoot), (.keyFile, keyFile),
      (.store, store == .system ? nil : store.rawValue),
    ]
    for (key, text) in texts { members[key] = text.map(JSONValue.string) }
    for (key, list) in [(MCPServerKey.scopes, scopes), (.accounts, accounts)] where !list.isEmpty {
      members[key] = .array(list.map(JSONValue.string))
    }
    members[.redirectPort] = redirectPort.map { .integer(Int64($0)) }
    if acceptsUnadvertisedPKCE { members[.acceptsUnadvertisedPKCE] = .bool(true) }
    return .object(Dictionary(uniqueKeysWithValues: members.map { ($0.key.rawValue, $0.value) }))
  }

  /// - Throws: ``ReportedFailure`` with the file, the location in it, and the expected value.
  init(_ json: JSONValue, at place: FilePlace) throws(ReportedFailure) {
    let reading = try ProfileReading<MCPServerKey>(json, at: place)
    issuer = try reading.text(.issuer)
    clientID = try reading.text(.clientID)
    guard clientID == nil || issuer != nil else { throw place.failure("needs 'issuer' for its 'client_id'") }
    clientSecretFile = try reading.text(.clientSecretFile)
    document = try reading.text(.document)
    scopes = try reading.list(.scopes)
    accounts = try reading.list(.accounts)
    redirectPort = try reading.value(.redirectPort, "a whole number from 1 to 65535") { json in
      if case .integer(let port) = json, (1...65535).contains(port) { Int(port) } else { nil }
    }
    callbackPath = try reading.text(.callbackPath)
    trustRoot = try reading.text(.trustRoot)
    let stores = StoreChoice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    store = try reading.value(.store, stores) { $0.string.flatMap(StoreChoice.init) } ?? .system
    keyFile = try reading.text(.keyFile)
    acceptsUnadvertisedPKCE =
      try reading.value(.acceptsUnadvertisedPKCE, "true or false") { $0.bool } ?? false
  }
}
