import AuthRuntime

/// Starts the server's API.
func start() async throws(AccessFailure) -> Timesheets {
  let api = Auth0.API(domain: "acme.eu.auth0.com", audiences: ["https://api.acme.com"])
  try await api.checkReadiness()
  return Timesheets(api: api)
}
