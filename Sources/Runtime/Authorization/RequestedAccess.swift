import Foundation

/// The authorization details and the resources of a request.
enum RequestedAccess {
  /// The largest number of details or resources, and the largest size of all details in bytes. Browsers and servers limit
  /// URLs.
  static let maximumCount = 32
  static let maximumBytes = 16 << 10

  /// The standard parameters of details (RFC 9396 §2) and of resources, one for each (RFC 8707 §2).
  static func parameters(
    _ details: [JSONValue], _ resources: [String]
  ) -> [(name: String, value: String)] {
    let pairs = distinct(resources).map { (name: "resource", value: $0) }
    return details.isEmpty ? pairs : [(name: "authorization_details", value: text(of: details))] + pairs
  }

  /// The resources without repetitions, in order.
  static func distinct(_ resources: [String]) -> [String] {
    resources.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  static func text(of details: [JSONValue]) -> String { text(of: .array(details)) }

  static func text(of value: JSONValue) -> String { String(decoding: value.encoded, as: UTF8.self) }

  /// Checks that a resource is an absolute URI without a fragment (RFC 8707 §2).
  static func validate(resource: String) throws(StepFailure) {
    let isPlain = resource.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
    let isAbsolute = URL(string: resource)?.scheme?.isEmpty == false && resource.utf8.last != UInt8(ascii: ":")
    guard isPlain, isAbsolute, resource.utf8.count <= 2048 else {
      throw .configuration(.invalidParameter("resource", expected: "an absolute URI without a fragment"))
    }
  }
}

extension AuthorizationParameters {
  /// The standard parameters of the details and the resources.
  var accessPairs: [(name: String, value: String)] { RequestedAccess.parameters(details, resources) }
}

extension ProviderConfiguration.AuthorizationRules {
  /// Checks the details and resources that an app passes, before a request is sent.
  func validateAccess(_ sent: AuthorizationParameters) throws(StepFailure) {
    try validateResources(sent.resources)
    try validate(sent.details)
  }

  /// Checks the count, the size, and the types of details.
  func validate(_ sent: [JSONValue]) throws(StepFailure) {
    guard sent.count <= RequestedAccess.maximumCount,
      sent.isEmpty || RequestedAccess.text(of: sent).utf8.count <= RequestedAccess.maximumBytes
    else { throw Self.invalidDetails("at most 32 details and 16 KiB of JSON") }
    for detail in sent {
      guard let type = detail.object?["type"]?.string, !type.isEmpty else {
        throw Self.invalidDetails("objects with a type")
      }
      guard let rule = details.first(where: { $0.type == type }) else {
        if details.isEmpty { continue }
        throw .configuration(.unsupportedDetailType(type, supported: details.map(\.type)))
      }
      for name in rule.required where detail.object?[name] ?? .null == .null {
        throw Self.invalidDetails("complete: a detail of the type \(type) needs \(name)")
      }
    }
  }

  private func validateResources(_ sent: [String]) throws(StepFailure) {
    for resource in sent { try RequestedAccess.validate(resource: resource) }
    switch resources {
    case .none where !sent.isEmpty:
      throw .configuration(.invalidParameter("resource", expected: "omitted: the provider doesn't support it"))
    case .required where sent.isEmpty:
      throw .configuration(.invalidParameter("resource", expected: "set for every request"))
    default: break
    }
    guard sent.count <= RequestedAccess.maximumCount else {
      throw .configuration(.invalidParameter("resource", expected: "at most 32 resources"))
    }
  }

  static func invalidDetails(_ expected: String) -> StepFailure {
    .configuration(.invalidParameter("authorization_details", expected: expected))
  }
}

extension ServerMetadataSource {
  /// Checks that the server supports the types of the requested details, before the browser opens. The document is
  /// fetched only if the sign-in needs it anyway.
  ///
  /// - Throws: ``ConfigurationFailure/unsupportedDetailType(_:supported:)`` if the metadata lists other types (RFC 9396
  ///   §10).
  func requireDetailTypes(_ details: [JSONValue]) async throws(StepFailure) {
    guard !details.isEmpty else { return }
    guard let listed = try await documentOfSignIn()?.fields["authorization_details_types_supported"]?.array
    else { return }
    let supported = listed.compactMap(\.string)
    for type in details.compactMap({ $0.object?["type"]?.string }) where !supported.contains(type) {
      throw .configuration(.unsupportedDetailType(type, supported: supported))
    }
  }
}
