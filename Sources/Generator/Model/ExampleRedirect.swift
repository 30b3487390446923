import AuthConfiguration

/// The redirect in the example of a generated client.
enum ExampleRedirect {
  /// Whether the runtime next to this generator has `Redirect.loopback`: SwiftPM builds both with the same traits.
  static var hasLoopback: Bool {
    #if Loopback
      true
    #else
      false
    #endif
  }

  static func of(_ provider: ProviderConfiguration, hasLoopback: Bool = hasLoopback) -> String {
    hasLoopback && provider.client.callbacks.loopback.isAllowed ? ".loopback()" : ".url(callbackURL)"
  }
}
