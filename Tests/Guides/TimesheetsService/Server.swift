import AuthRuntime

/// What happens when the server starts.
func start() async throws(AccessFailure) -> Timesheets {
  let api = Auth0.API(domain: "acme.eu.auth0.com", audiences: ["https://api.acme.com"])
  try await api.checkReadiness()
  return Timesheets(api: api)
}
