import AuthRuntime

/// The API of the timesheets, in the terms of no framework.
struct Timesheets {
  let api: Auth0.API

  /// What a request is answered.
  func response(_ method: String, authorization: [String]) async -> Answer {
    do {
      let caller = try await api.caller(authorization: authorization)
      try caller.require(requirement(of: method))
      return Answer(status: 200, body: "the timesheets of \(caller.subject)")
    } catch {
      let challenge = error.challenge(realm: "timesheets")
      return Answer(status: challenge.status, headers: challenge.headers, body: challenge.body)
    }
  }

  private func requirement(of method: String) -> Requirement<Auth0> {
    method == "POST" ? .all([.user, .scope(.createTimesheets)]) : .scope(.readTimesheets)
  }
}

struct Answer {
  var status: Int
  var headers: [String: String] = [:]
  var body = ""
}
