/// The reason that a test couldn't be set up.
struct SetUpFailure: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
