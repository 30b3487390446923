import AuthRuntime
import Foundation

/// What keeping a session takes, before and after the sign-in.
extension SignInPlan {
  /// Parameters that are tokens themselves, and so are not kept.
  private static let secretParameters: Set = ["id_token_hint", "logout_hint", "request"]

  /// The store of the session; one in memory where nothing is kept.
  func store(creatingKey: Bool) throws(ReportedFailure) -> any CredentialStore {
    guard keeps else { return MemoryCredentialStore() }
    if creatingKey, let keyFile = session.profile.keyFile { try SessionKey.create(keyFile) }
    return try SessionStore.of(session.profile)
  }

  /// Makes sure that the session can be kept before the user has signed in, and that none is lost by it.
  func prepare(_ client: AuthClient<DynamicProvider>) async throws(ReportedFailure) {
    do throws(AuthFailure<AnyErrorCode>) {
      _ = try await client.credential()
    } catch .store(.corrupt) {
      // Nobody can use what is there any more, and the sign-in replaces it.
    } catch .store(.unavailable(let reason)) {
      let reason = reason.shown(limit: 300)
      throw ReportedFailure(line: "noStore: the store cannot be used: \(reason) (\(SessionStore.choices))")
    } catch .store(let failure) {
      let failure = AuthFailure<AnyErrorCode>.store(failure)
      throw ReportedFailure(line: "\(failure) (\(failure.recovery); or: \(SessionStore.choices))")
    } catch {
      throw ReportedFailure(error)
    }
    try await checkNobodyIsLost()
    // The file of profiles is tried, too.
    try await ProfileList.change { _ throws(ReportedFailure) in }
  }

  /// A profile that comes to mean another client leads to no session of the old one any more.
  private func checkNobodyIsLost() async throws(ReportedFailure) {
    guard let before, before.isElsewhere(than: session.profile) else { return }
    for account in [nil] + before.accounts {
      let old = CommandSession(name: session.name, account: account, profile: before)
      // One that cannot be read is no reason to stay.
      guard (try? await old.stored()) != nil else { continue }
      throw ReportedFailure(
        line: "profileInUse: the profile \(session.name) means \(before.target), client \(before.clientID), and "
          + "somebody is signed in there (authctl sign-out \(session.name) --all first, or name another --profile)")
    }
  }

  /// Keeps what was said, so that it need not be said again.
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
