import AuthDescriptor
import AuthRuntime
import Foundation

/// The steps before and after a sign-in that save the session.
extension SignInPlan {
  /// Parameters whose values are tokens, so they aren't saved.
  private static let secretParameters: Set = ["id_token_hint", "logout_hint", "request"]

  /// The store of the session. It's in memory if nothing should be saved.
  func store(creatingKey: Bool) throws(ReportedFailure) -> any CredentialStore {
    guard keeps else { return MemoryCredentialStore() }
    if creatingKey, let keyFile = session.profile.keyFile { try SessionKey.create(keyFile) }
    return try SessionStore.of(session.profile.options)
  }

  /// Checks before the sign-in that the session can be saved, and that no other session is lost.
  func prepare(_ client: AuthClient<DynamicProvider>) async throws(ReportedFailure) {
    try await SessionStore.check(alternatives: SessionStore.choices, report: Self.report) {
      () async throws(AuthFailure<AnyErrorCode>) in try await client.credential()
    }
    try await checkNoSessionIsLost()
    // Also check that the file of profiles can be written.
    try await ProfileList.change { _ in }
  }

  /// Reports a failure of the store with the alternatives.
  private static func report(_ failure: AuthFailure<AnyErrorCode>) -> ReportedFailure {
    guard case .store = failure else { return ReportedFailure(failure) }
    return ReportedFailure(line: "\(failure) (\(failure.recovery); or: \(SessionStore.choices))")
  }

  /// Checks for a session that the profile would no longer find, because the profile now has another client.
  private func checkNoSessionIsLost() async throws(ReportedFailure) {
    guard let before, before.isElsewhere(than: session.profile) else { return }
    for account in [nil] + before.accounts {
      let old = CommandSession(name: session.name, account: account, profile: before)
      // A session that can't be read doesn't prevent the change.
      guard (try? await old.stored()) != nil else { continue }
      throw ReportedFailure(
        line: "profileInUse: the profile \(session.name) is for \(before.target), client \(before.clientID), and "
          + "is signed in (run authctl sign-out \(session.name) --all first, or pass another --profile)")
    }
  }

  /// Saves the options, so that the user doesn't have to enter them again.
  func keepProfile(isOnAnotherDevice: Bool) async throws(ReportedFailure) {
    var profile = session.profile
    profile.isOnAnotherDevice = isOnAnotherDevice
    profile.parameters = profile.parameters.filter { !Self.secretParameters.contains($0.key) }
    try await ProfileList.change { [profile] list in
      var new = profile
      let known = list.profiles[session.name].map { $0.isElsewhere(than: profile) ? [] : $0.accounts } ?? []
      new.options.keepAccounts(known, and: session.account)
      list.profiles[session.name] = new
    }
  }
}
