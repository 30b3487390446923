import AuthRuntime

/// The timesheets API, independent of any framework.
struct Timesheets {
  let api: Auth0.API

  /// The response to a request.
  func response(_ method: String, authorization: [String]) async -> Response {
    do {
      let caller = try await api.caller(authorization: authorization)
      try caller.require(requirement(of: method))
      return Response(status: 200, body: "the timesheets of \(caller.subject)")
    } catch {
      let challenge = error.challenge(realm: "timesheets")
      return Response(status: challenge.status, headers: challenge.headers, body: challenge.body)
    }
  }

  private func requirement(of method: String) -> Requirement<Auth0> {
    method == "POST" ? .all([.user, .scope(.createTimesheets)]) : .scope(.readTimesheets)
  }
}

struct Response {
  var status: Int
  var headers: [String: String] = [:]
  var body = ""
}
