public import AuthRuntime

/// Creates the client that users of this library sign in with.
public func workforceClient(environmentHost: String, clientID: String) -> Workforce.Client {
  Workforce.Client(environmentHost: environmentHost, clientID: clientID, redirect: .loopback())
}
