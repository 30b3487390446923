/// The loopback URLs at which a client on the same machine receives callbacks (RFC 8252 §7.3).
extension ProviderConfiguration.CallbackKind {
  /// The host of loopback URLs, unless the provider registers only `localhost`.
  package static let loopbackHost = "127.0.0.1"
  /// The ports that a client tries if the app names no others, in order.
  package static let loopbackPorts = 8765...8769

  /// The ports after the first, in words.
  package static var otherLoopbackPorts: String { "\(loopbackPorts.lowerBound + 1) to \(loopbackPorts.upperBound)" }

  /// The host of this provider's loopback URLs.
  package var receiverHost: String {
    hosts.isEmpty || hosts.contains(Self.loopbackHost) ? Self.loopbackHost : "localhost"
  }
}
