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
    return try SessionStore.of(session.profile)
  }

  /// Checks before the sign-in that the session can be saved, and that no other session is lost.
  func prepare(_ client: AuthClient<DynamicProvider>) async throws(ReportedFailure) {
    do throws(AuthFailure<AnyErrorCode>) {
      _ = try await client.credential()
    } catch .store(.corrupt) {
      // The stored session is no longer usable, and the sign-in replaces it.
    } catch .store(.unavailable(let reason)) {
      let reason = reason.shown(limit: 300)
      throw ReportedFailure(line: "noStore: the store can't be used: \(reason) (\(SessionStore.choices))")
    } catch .store(let failure) {
      let failure = AuthFailure<AnyErrorCode>.store(failure)
      throw ReportedFailure(line: "\(failure) (\(failure.recovery); or: \(SessionStore.choices))")
    } catch {
      throw ReportedFailure(error)
    }
    try await checkNoSessionIsLost()
    // Also check that the file of profiles can be written.
    try await ProfileList.change { _ throws(ReportedFailure) in }
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
    try await ProfileList.change { [profile] book throws(ReportedFailure) in
      var new = profile
      let known = book.profiles[session.name].map { $0.isElsewhere(than: profile) ? [] : $0.accounts } ?? []
      new.accounts = Set(known + [session.account].compactMap { $0 }).sorted()
      book.profiles[session.name] = new
    }
  }
}
