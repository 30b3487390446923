import AuthRuntime

/// The API of the timesheets, in the terms of no framework.
struct Timesheets {
  let api: Auth0.API
}
