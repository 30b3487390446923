/// The parsers of external input. Each case is the only declaration of a target: its raw value is the name of its file in `Seeds` and
/// of its folder in `Findings`, and ``entry`` runs it.
enum FuzzTarget: String, CaseIterable, Sendable {
  // Input that arrives through the browser, or from another process.
  case callback, loopback
  case authorizationForm = "authorization-form"
  case webRequest = "web-request"
  case logoutQuery = "logout-query"
  case authorizationHeader = "authorization-header"
  case grant
  // Responses of a server.
  case tokenResponse = "token-response"
  case deviceResponse = "device-response"
  case registrationResponse = "registration-response"
  case pushedResponse = "pushed-response"
  case firstPartyResponse = "first-party-response"
  case introspection, userinfo, discovery
  case resourceMetadata = "resource-metadata"
  case keySet = "key-set"
  case wwwAuthenticate = "www-authenticate"
  // Messages of the Model Context Protocol, from the host or the server.
  case mcpMessage = "mcp-message"
  case mcpEvents = "mcp-events"
  case mcpTools = "mcp-tools"
  // Fields of responses.
  case responseFields = "response-fields"
  #if Curl && os(Linux)
    case responseHead = "response-head"
  #endif
  // Tokens.
  case jwt
  case idToken = "id-token"
  case accessToken = "access-token"
  case signedMessage = "signed-message"
  case jwe
  case dpopProof = "dpop-proof"
  case dpopNonce = "dpop-nonce"
  // Stored data, and messages of the desktop.
  case credential, pending
  case sealedFile = "sealed-file"
  case webSession = "web-session"
  #if PostgreSQL
    case sessionRow = "session-row"
  #endif
  case leaseRecord = "lease-record"
  case archive
  #if os(Linux)
    case handOff = "hand-off"
    case dbus
    case dbusInput = "dbus-input"
    case dbusAddress = "dbus-address"
  #endif
  // Developers' files and strings, and the formats that the other targets build on.
  case descriptor
  case importedDocument = "imported-document"
  case template, grammar, json, form, url

  var entry: FuzzEntry {
    switch self {
    case .callback: .callback
    case .loopback: .loopback
    case .authorizationForm: .authorizationForm
    case .webRequest: .webRequest
    case .logoutQuery: .logoutQuery
    case .authorizationHeader: .authorizationHeader
    case .grant: .grant
    case .tokenResponse: .tokenResponse
    case .deviceResponse: .deviceResponse
    case .registrationResponse: .registrationResponse
    case .pushedResponse: .pushedResponse
    case .firstPartyResponse: .firstPartyResponse
    case .introspection: .introspection
    case .userinfo: .userinfo
    case .discovery: .discovery
    case .resourceMetadata: .resourceMetadata
    case .keySet: .keySet
    case .wwwAuthenticate: .wwwAuthenticate
    case .mcpMessage: .mcpMessage
    case .mcpEvents: .mcpEvents
    case .mcpTools: .mcpTools
    case .responseFields: .responseFields
    #if Curl && os(Linux)
      case .responseHead: .responseHead
    #endif
    case .jwt: .jwt
    case .idToken: .idToken
    case .accessToken: .accessToken
    case .signedMessage: .signedMessage
    case .jwe: .jwe
    case .dpopProof: .dpopProof
    case .dpopNonce: .dpopNonce
    case .credential: .credential
    case .pending: .pending
    case .sealedFile: .sealedFile
    case .webSession: .webSession
    #if PostgreSQL
      case .sessionRow: .sessionRow
    #endif
    case .leaseRecord: .leaseRecord
    case .archive: .archive
    #if os(Linux)
      case .handOff: .handOff
      case .dbus: .dbus
      case .dbusInput: .dbusInput
      case .dbusAddress: .dbusAddress
    #endif
    case .descriptor: .descriptor
    case .importedDocument: .importedDocument
    case .template: .template
    case .grammar: .grammar
    case .json: .json
    case .form: .form
    case .url: .url
    }
  }
}

/// The code of a target.
struct FuzzEntry: Sendable {
  /// Whether the parser accepted the input. Each target needs seeds for both verdicts.
  enum Verdict: Sendable {
    case accepted, rejected
  }

  enum Work: Sendable {
    case now(@Sendable ([UInt8]) throws -> Verdict)
    case later(@Sendable ([UInt8]) async throws -> Verdict)
  }

  let work: Work
  /// The maximum size of the inputs that the fuzzer makes, in bytes.
  let longest: Int
  /// Folders of the repository with more seeds.
  let otherSeeds: [String]

  /// - Parameter run: Parses an input, and throws ``BrokenProperty``. Any other error also counts as a finding.
  init(longest: Int = 4096, seeds: [String] = [], _ run: @escaping @Sendable ([UInt8]) throws -> Verdict) {
    (work, self.longest, otherSeeds) = (.now(run), longest, seeds)
  }

  /// Creates an entry with an asynchronous parser, such as one that loads keys.
  static func waiting(
    longest: Int = 4096, seeds: [String] = [], _ run: @escaping @Sendable ([UInt8]) async throws -> Verdict
  ) -> FuzzEntry {
    FuzzEntry(work: .later(run), longest: longest, otherSeeds: seeds)
  }

  private init(work: Work, longest: Int, otherSeeds: [String]) {
    (self.work, self.longest, self.otherSeeds) = (work, longest, otherSeeds)
  }

  func run(_ bytes: [UInt8]) async throws -> Verdict {
    switch work {
    case .now(let run): try run(bytes)
    case .later(let run): try await run(bytes)
    }
  }
}

/// A property that doesn't hold for an input.
struct BrokenProperty: Error, CustomStringConvertible {
  let description: String
}

/// Fails the run of a target unless a condition holds.
func require(_ condition: Bool, _ property: @autoclosure () -> String) throws(BrokenProperty) {
  guard condition else { throw BrokenProperty(description: property()) }
}

extension [UInt8] {
  /// The bytes as text, with invalid UTF-8 replaced.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The first byte, which selects a variant of the target, and the input itself.
  var variant: (UInt8, [UInt8]) { (first ?? 0, Array(dropFirst())) }

  /// The part before the first zero byte, and the part after it.
  var halves: ([UInt8], [UInt8]) {
    guard let end = firstIndex(of: 0) else { return (self, []) }
    return (Array(self[..<end]), Array(self[(end + 1)...]))
  }
}
