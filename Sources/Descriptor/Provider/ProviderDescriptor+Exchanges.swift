import AuthConfiguration

extension ProviderDescriptor {
  /// A token exchange, which becomes a function in Swift (RFC 8693).
  public struct TokenExchange: Sendable, Hashable {
    /// The name in the descriptor.
    public var name: String
    /// The name of the function in Swift.
    public var swiftName: String
    /// The content of the request.
    public var rule: ProviderConfiguration.TokenExchange
    /// The parameters, in the descriptor's order.
    public var parameters: [Parameter]
    /// A human-readable description, in one sentence.
    public var doc: String?
  }
}
