import AuthRuntime
import Foundation
import Hummingbird

/// A request context with the authenticated caller.
public struct CallerContext<Provider: AuthProvider>: RequestContext {
  public var coreContext: CoreRequestContextStorage
  fileprivate var verified: Caller<Provider>?

  public init(source: Source) {
    coreContext = .init(source: source)
  }

  /// Returns the caller if it meets the requirement.
  ///
  /// - Throws: ``AccessFailure``, which ``BearerMiddleware`` turns into a response.
  public func caller(who requirement: Requirement<Provider>) throws -> Caller<Provider> {
    guard let verified else { throw AccessFailure.missingToken }
    try verified.require(requirement)
    return verified
  }
}

/// Rejects requests without a valid access token, with the challenges of RFC 6750.
public struct BearerMiddleware<Provider: AuthProvider>: RouterMiddleware {
  public typealias Context = CallerContext<Provider>

  let api: ResourceServer<Provider>
  let realm: String
  let metadata: ProtectedResourceMetadata

  /// - Parameters:
  ///   - api: The verifier of the tokens.
  ///   - realm: The name of the protected area.
  ///   - metadata: The API's metadata for clients.
  public init(api: ResourceServer<Provider>, realm: String, metadata: ProtectedResourceMetadata) {
    (self.api, self.realm, self.metadata) = (api, realm, metadata)
  }

  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      var context = context
      context.verified = try await api.caller(authorization: request.headers[values: .authorization])
      return try await next(request, context)
    } catch let failure as AccessFailure {
      context.logger.info("rejected: \(failure)")
      return Response(failure.challenge(realm: realm, resourceMetadata: metadata.location))
    }
  }
}

extension Response {
  /// Creates the response to a rejected request.
  init(_ challenge: BearerChallenge) {
    var fields = HTTPFields()
    for (name, value) in challenge.headers {
      if let name = HTTPFields.Element.Name(name) { fields[name] = value }
    }
    self.init(
      status: .init(code: challenge.status), headers: fields, body: .init(byteBuffer: .init(string: challenge.body)))
  }
}
