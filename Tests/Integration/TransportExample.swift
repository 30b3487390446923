import AuthRuntime
import Foundation

// The example of a transport in the article on the plugins, compiled. ``DocumentationTests`` compares it with the
// article.

func transportExample() -> AuthEnvironment {
  // transport begins
  struct ImpatientTransport: HTTPTransport {
    var base = AuthEnvironment.platformTransport
    var limit = Duration.seconds(10)

    func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      var options = options
      options.timeout = min(options.timeout, limit)
      return try await base.send(request, body: body, options: options)
    }
  }

  let environment = AuthEnvironment(transport: ImpatientTransport())
  // transport ends
  return environment
}
