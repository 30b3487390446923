import AuthRuntime

// The example of a transport in the article on the plugins, compiled. ``DocumentationTests`` compares the texts.

func transportExample() -> AuthEnvironment {
  // transport begins
  struct ImpatientTransport: HTTPTransport {
    var base = AuthEnvironment.platformTransport
    var limit = Duration.seconds(10)

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      var request = request
      request.timeout = min(request.timeout, limit)
      return try await base.send(request)
    }
  }

  let environment = AuthEnvironment(transport: ImpatientTransport())
  // transport ends
  return environment
}
