extension Renewal {
  /// Exchanges the token. If the request is interrupted, it's sent a second time, because the server may accept the token again
  /// within an overlap.
  ///
  /// - Parameter lock: The lock without which the token must not be sent a second time.
  func exchanged(
    _ old: Credential, _ derivedRequest: DerivedTokenRequest?, holding lock: StoreLock, clock: any Clock<Duration>
  ) async throws(ExchangeFailure) -> Tokens {
    lock.steps?(.exchange)
    do throws(StepFailure) {
      return try await exchange(old, derivedRequest)
    } catch .network(.interrupted(let host), let endpoint) {
      let lost = StepFailure.network(.interrupted(host: host), endpoint: endpoint)
      // A server that has exchanged the token accepts it again only within a short overlap.
      try? await clock.sleep(for: RetryingTransport.pause(1))
      guard await lock.extend() else { throw ExchangeFailure(lost, sessionEndingErrors: sessionEndingErrors) }
      lock.steps?(.exchangeAgain)
      do throws(StepFailure) {
        return try await exchange(old, derivedRequest)
      } catch {
        throw ExchangeFailure.afterLostResponse(error, sessionEndingErrors: sessionEndingErrors)
      }
    } catch {
      throw ExchangeFailure(error, sessionEndingErrors: sessionEndingErrors)
    }
  }
}
