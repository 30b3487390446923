import AuthConfiguration

extension ProviderDescriptor {
  /// A step of a sign-in without a browser, which becomes a function in Swift (draft-ietf-oauth-first-party-apps).
  public struct FirstPartyStep: Sendable, Hashable {
    /// The name in the descriptor.
    public var name: String
    /// The name of the function in Swift.
    public var swiftName: String
    /// The content of the request.
    public var rule: ProviderConfiguration.FirstPartyStep
    /// The parameters, in the descriptor's order.
    public var parameters: [Parameter]
    /// A human-readable description, in one sentence.
    public var doc: String?
  }
}
