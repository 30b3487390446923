import AuthRuntime

/// The timesheets API, independent of any framework.
struct Timesheets {
  let api: Auth0.API
}
