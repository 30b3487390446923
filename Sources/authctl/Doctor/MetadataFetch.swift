import AuthRuntime
import Foundation

/// Fetches what a server says about itself, with the runtime's limits and without following redirects.
struct MetadataFetch: Sendable {
  let transport: any HTTPTransport
  var now: @Sendable () -> Date = { Date() }

  /// A server's answer and what it says about the time.
  struct Answer<Value: Sendable>: Sendable {
    var value: Value
    var clock: ClockReading?
  }

  /// The document of an issuer; whose it says it is remains to be compared.
  ///
  /// - Throws: What happened in OpenID Connect's place, when nothing usable is there nor in those of RFC 8414 §3.
  ///
  /// - Parameter stated: Where the descriptor says that the document stands, if not below the issuer.
  func document(of issuer: String, at stated: String? = nil) async throws(StepFailure) -> Answer<ServerDocument> {
    if let stated {
      return try await document(at: try DiscoveryPlace.stated(stated), .openID)
    }
    let first: StepFailure
    do {
      return try await document(at: DiscoveryPlace.openID(issuer), .openID)
    } catch {
      guard error.saysAbsent else { throw error }
      first = error
    }
    for place in try DiscoveryPlace.oauth(issuer) {
      do {
        return try await document(at: place, .oauth)
      } catch {
        guard error.saysAbsent else { throw error }
      }
    }
    throw first
  }

  private func document(at url: URL, _ kind: ServerDocument.Kind) async throws(StepFailure) -> Answer<ServerDocument> {
    let (answer, clock) = try await get(url, "the discovery document")
    let fields = try answer.jsonObject(from: "the discovery document")
    return Answer(value: ServerDocument(kind: kind, url: url, fields: fields), clock: clock)
  }

  /// The keys that stand at a URL, as far as the runtime would look at them.
  func keys(at url: URL) async throws(StepFailure) -> Answer<[PublishedKey]> {
    let (answer, clock) = try await get(url, "the key set")
    guard let values = try answer.jsonObject(from: "the key set")["keys"]?.array else {
      throw .response(.missingField("keys", endpoint: "the key set", status: answer.status))
    }
    var keys: [PublishedKey] = []
    for value in values.prefix(KeySource.maximumKeys) { keys.append(await PublishedKey(value)) }
    return Answer(value: keys, clock: clock)
  }

  /// The status of the authorization page when it is asked for without any parameter, which starts nothing.
  func pageStatus(of url: URL) async throws(StepFailure) -> Int {
    do {
      return try await transport.send(HTTPRequest(url: url), to: "the authorization endpoint").status
    } catch {
      if case .response(.redirected(_, let status)) = error { return status }
      throw error
    }
  }

  private func get(_ url: URL, _ name: String) async throws(StepFailure) -> (HTTPResponse, ClockReading?) {
    let asked = now()
    let answer = try await transport.send(HTTPRequest(url: url, headers: ["Accept": "application/json"]), to: name)
    return (answer, ClockReading(headers: answer.headers, asked: asked, answered: now()))
  }
}

/// Where documents of an issuer may stand.
enum DiscoveryPlace {
  /// OpenID Connect Discovery 1.0 §4.1: behind the issuer's path.
  static func stated(_ url: String) throws(StepFailure) -> URL {
    do { return try SecureURL.parse(url) } catch { throw .configuration(error) }
  }

  static func openID(_ issuer: String) throws(StepFailure) -> URL {
    do { return try DiscoveryDocument.location(of: issuer) } catch { throw .configuration(error) }
  }

  /// RFC 8414 §3.1: before the issuer's path; and behind it, as some servers have it.
  static func oauth(_ issuer: String) throws(StepFailure) -> [URL] {
    let name = "/.well-known/oauth-authorization-server"
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    let authorityEnd = base.range(of: "://").flatMap { base[$0.upperBound...].firstIndex(of: "/") } ?? base.endIndex
    let places = [base[..<authorityEnd] + name + base[authorityEnd...], base + name]
    do throws(ConfigurationFailure) {
      let urls = try places.map { place throws(ConfigurationFailure) in try SecureURL.parse(String(place)) }
      return urls[0] == urls[1] ? [urls[0]] : urls
    } catch {
      throw .configuration(error)
    }
  }
}

extension StepFailure {
  /// Nothing usable stands there: an error page, a login page, or a page that answers every address.
  var saysAbsent: Bool {
    switch self {
    case .response(.unexpectedStatus(let status, _)): (400..<500).contains(status)
    case .response(.notJSON), .response(.redirected): true
    default: false
    }
  }
}
