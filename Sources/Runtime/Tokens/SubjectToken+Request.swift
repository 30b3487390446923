import Foundation
import HTTPTypes

extension SubjectToken {
  /// A token that a service of the platform returns: that of a pipeline, or the metadata service of a cloud.
  ///
  /// The URL must be `https`. `http` is allowed for loopback and link-local addresses, such as `169.254.169.254`, at which
  /// clouds offer their metadata. The client doesn't follow redirects.
  ///
  /// - Parameters:
  ///   - url: The URL of the service.
  ///   - query: Parameters to add to the URL's query, such as `audience`.
  ///   - headers: Header fields, such as `Metadata: true`.
  ///   - bearer: The token for the service itself.
  ///   - path: The path of the token in the JSON response, or `nil` if the body is the token.
  public static func request(
    _ url: Value, query: [String: String] = [:], headers: [String: Value] = [:], bearer: Value? = nil,
    token path: String? = nil
  ) -> SubjectToken {
    let request = WorkloadRequest(url: url, query: query, headers: headers, bearer: bearer, path: path)
    return SubjectToken(identity: request.identity) { reader throws(StepFailure) in try await request.send(reader) }
  }
}

/// A request for a workload's token.
struct WorkloadRequest: Sendable {
  let url: SubjectToken.Value
  let query: [String: String]
  let headers: [String: SubjectToken.Value]
  let bearer: SubjectToken.Value?
  let path: String?

  var identity: [String] {
    ["request", url.identity, path ?? "", bearer?.identity ?? ""]
      + query.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
      + headers.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.identity] }
  }

  func send(_ reader: SubjectToken.Reader) async throws(StepFailure) -> Secret {
    let request = TransportRequest(
      url: try target(reader), headers: try fields(reader), timeout: .seconds(10),
      maximumBytes: 4 * SubjectToken.maximumBytes, isRepeatable: true)
    let response = try await reader.transport.send(request, to: .resource)
    try response.requireSuccess(of: .resource)
    guard let path else { return Secret(String(decoding: response.body, as: UTF8.self)) }
    guard let token = JSONValue(parsing: response.body)?.value(at: FieldPath(path))?.string else {
      throw .configuration(.unusableSubjectToken("the response doesn't have the member '\(path)'"))
    }
    return Secret(token)
  }

  private func fields(_ reader: SubjectToken.Reader) throws(StepFailure) -> HTTPFields {
    var fields: HTTPFields = [.accept: "application/json, */*"]
    for (name, value) in headers {
      try fields.set(try HTTPField.Name(checking: name), try value.read(reader).reveal())
    }
    if let bearer { try fields.set(.authorization, "Bearer " + bearer.read(reader).reveal()) }
    return fields
  }

  private func target(_ reader: SubjectToken.Reader) throws(StepFailure) -> URL {
    let text = try url.read(reader).reveal()
    let base = Self.isLinkLocal(text) ? URL(string: text) : try SecureURL.parse(text)
    guard let base else { throw .configuration(.unusableSubjectToken("the URL of the service isn't valid")) }
    return base.adding(query.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
  }

  /// Whether the URL is that of a service on the same network link, which a cloud's machine reaches without TLS.
  private static func isLinkLocal(_ text: String) -> Bool {
    guard let url = URL(string: text), url.scheme?.lowercased() == "http", let authority = url.authority,
      HostText.isHost(authority)
    else { return false }
    let parts = authority.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return parts.count == 4 && parts.allSatisfy { $0 != nil } && parts[0] == 169 && parts[1] == 254
  }
}
