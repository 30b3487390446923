/// A resource, and the authorization server that the client chose.
public struct ResourceDiscovery: Sendable, Hashable {
  /// The resource's metadata (RFC 9728 §2).
  public let resource: ProtectedResourceMetadata
  /// The issuer of the chosen authorization server.
  public let authorizationServer: String
  /// The members of the authorization server's metadata as the server published them (RFC 8414 §2).
  public let serverMetadata: [String: JSONValue]
  /// The way in which the client identifies itself at the authorization server.
  public let identification: ClientIdentification
  /// The scopes that a sign-in requests, unless the app adds others.
  public let scopes: [String]
}

/// The session of a client with a resource.
public struct ResourceConnection: Sendable, Hashable {
  /// The identifier of the resource, which tokens are for (RFC 8707).
  public let resource: String
  /// The issuer of the authorization server.
  public let authorizationServer: String
  /// The way in which the client identifies itself at the authorization server.
  public let identification: ClientIdentification
  /// The client ID at the authorization server.
  public let clientID: String
  /// The scopes that the sign-ins requested.
  public let requestedScopes: [String]
}

/// The way in which an app identifies itself at an authorization server.
public enum ClientIdentification: String, Sendable, Hashable {
  /// With a client that the app registered in advance.
  case registered
  /// With the URL of its metadata document.
  case document
  /// With a dynamic registration (RFC 7591).
  case dynamic
}
