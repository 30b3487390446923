import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl profiles`: lists the profiles that sign-in has saved.
struct ListProfiles: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "List the profiles, or remove one.",
    discussion: "Profiles are saved in profiles.json, in AUTHCTL_CONFIG or the settings folder, without secrets.")

  @Option(help: ArgumentHelp("Remove this profile.", valueName: "name"), completion: .profiles)
  var remove: String?

  @Flag(help: "With --remove, remove the profile even if it has a session. The session stays in the store.")
  var force = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard !force || remove != nil else { throw ValidationError("--force requires --remove.") }
    guard !json || remove == nil else { throw ValidationError("--json can't be used with --remove.") }
  }

  func run() async throws {
    let list = try ProfileList.load()
    if let remove { return try await self.remove(list.profile(remove)) }
    guard !json else {
      return StandardStream.output.print(SafeJSON.text(.object(["profiles": .object(list.profiles.mapValues(\.json))])))
    }
    guard !list.profiles.isEmpty else {
      return StandardStream.output.print(ProfileList.placeholder)
    }
    for name in list.names { StandardStream.output.print(list.profiles[name]?.line(name) ?? name) }
  }

  private func remove(_ found: (name: String, profile: Profile)) async throws(ReportedFailure) {
    if !force {
      for account in [nil] + found.profile.accounts {
        let session = CommandSession(name: found.name, account: account, profile: found.profile)
        let stored: Credential?
        do { stored = try await session.stored() } catch {
          throw ReportedFailure(line: "\(error.line); --force removes the profile anyway")
        }
        guard stored == nil else {
          throw ReportedFailure(
            line: "signedIn: \(session.arguments) is signed in (run authctl sign-out \(found.name) --all "
              + "first, or pass --force)")
        }
      }
    }
    try await ProfileList.change { list in list.profiles[found.name] = nil }
    StandardStream.output.print("Removed \(found.name).")
  }
}

extension Profile {
  fileprivate func line(_ name: String) -> String {
    let filled = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let parts = [["\(name): \(target), client \(clientID)"], filled, options.accounts.map { "account \($0)" }].flatMap {
      $0
    }
    return parts.joined(separator: ", ").plainText(limit: .max)
  }
}
