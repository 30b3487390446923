import AuthRuntime

extension AuthEnvironment {
  /// This environment with its own ``AuthRuntime/RedirectRegistry``, so that the servers of other tests don't count as issuers
  /// of the same app. It doesn't know which codes other tests have sent, either.
  public var withOwnRedirects: AuthEnvironment {
    var copy = self
    copy.redirects = RedirectRegistry()
    copy.sentCodes = HandledResponses()
    return copy
  }

  /// This environment as it is, unless its clients would share redirect URIs with those of other tests.
  func apart() -> AuthEnvironment { redirects === RedirectRegistry.process ? withOwnRedirects : self }
}
