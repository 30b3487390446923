public import AuthRuntime

/// Makes the client that this library's users sign in with.
public func workforceClient(environmentHost: String, clientID: String) -> Workforce.Client {
  Workforce.Client(environmentHost: environmentHost, clientID: clientID, redirect: .loopback())
}
