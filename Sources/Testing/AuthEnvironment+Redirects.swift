import AuthRuntime

extension AuthEnvironment {
  /// This environment with a separate ``AuthRuntime/RedirectRegistry``, so that the servers of other tests don't count
  /// as issuers of the same app. The registry doesn't know the codes that other tests have sent either.
  public var withOwnRedirects: AuthEnvironment {
    var copy = self
    copy.redirects = RedirectRegistry()
    copy.sentCodes = HandledResponses()
    return copy
  }

  /// This environment, with a separate registry if its clients would otherwise share redirect URIs with those of other
  /// tests.
  func apart() -> AuthEnvironment { redirects === RedirectRegistry.process ? withOwnRedirects : self }
}
