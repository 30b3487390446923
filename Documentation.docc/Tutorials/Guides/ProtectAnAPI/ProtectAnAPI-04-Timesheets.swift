import AuthRuntime

/// The timesheets API, independent of any framework.
struct Timesheets {
  let api: Auth0.API

  /// The response to a request.
  func response(authorization: [String]) async -> Response {
    do {
      let caller = try await api.caller(authorization: authorization)
      return Response(status: 200, body: "the timesheets of \(caller.subject)")
    } catch {
      return Response(status: 401)
    }
  }
}

struct Response {
  var status: Int
  var headers: [String: String] = [:]
  var body = ""
}
