/// The failure of an expression, or `nil` if it succeeds.
public func failure<Failure: Error, Value>(
  _: Failure.Type, of expression: @autoclosure () async throws(Failure) -> Value
) async -> Failure? {
  do {
    _ = try await expression()
    return nil
  } catch {
    return error
  }
}
