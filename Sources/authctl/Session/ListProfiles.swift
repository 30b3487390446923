import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl profiles`: what sign-in has remembered.
struct ListProfiles: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "Lists the profiles, or removes one.",
    discussion: "They stand in profiles.json, in AUTHCTL_CONFIG or the platform's folder for settings. No secret does.")

  @Option(help: ArgumentHelp("Remove this profile.", valueName: "name"), completion: .profiles)
  var remove: String?

  @Flag(help: "With --remove: even if somebody is signed in there. The session stays in the store, unused.")
  var force = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard !force || remove != nil else { throw ValidationError("--force goes with --remove.") }
    guard !json || remove == nil else { throw ValidationError("--json goes with the list, not with --remove.") }
  }

  func run() async throws {
    let book = try ProfileList.load()
    if let remove { return try await self.remove(book.profile(remove)) }
    guard !json else {
      return StandardStream.output.print(SafeJSON.text(.object(["profiles": .object(book.profiles.mapValues(\.json))])))
    }
    guard !book.profiles.isEmpty else {
      return StandardStream.output.print("There is no profile yet: authctl sign-in PROVIDER --client-id ID makes one.")
    }
    for name in book.names { StandardStream.output.print(book.profiles[name]?.line(name) ?? name) }
  }

  private func remove(_ found: (name: String, profile: Profile)) async throws(ReportedFailure) {
    if !force {
      for account in [nil] + found.profile.accounts {
        let session = CommandSession(name: found.name, account: account, profile: found.profile)
        let stored: Credential?
        do { stored = try await session.stored() } catch {
          throw ReportedFailure(line: "\(error.line); --force removes the profile all the same")
        }
        guard stored == nil else {
          throw ReportedFailure(
            line: "signedIn: somebody is signed in at \(session.arguments) (authctl sign-out \(found.name) --all "
              + "first, or --force)")
        }
      }
    }
    try await ProfileList.change { book throws(ReportedFailure) in book.profiles[found.name] = nil }
    StandardStream.output.print("Removed \(found.name).")
  }
}

extension Profile {
  fileprivate func line(_ name: String) -> String {
    let filled = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let parts = [["\(name): \(target), client \(clientID)"], filled, accounts.map { "account \($0)" }].flatMap { $0 }
    return parts.joined(separator: ", ").plainText(limit: .max)
  }
}
