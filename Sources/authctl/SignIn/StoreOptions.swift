import ArgumentParser
import AuthRuntime

extension StoreChoice: ExpressibleByArgument {}

/// The options for saving the session.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The profile's name. The default is the provider's ID or the issuer's host.",
      valueName: "name"),
    completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("A name of your choice for one of several accounts of the profile.", valueName: "name"))
  var account: String?

  @Option(help: "The store for sessions: system (the platform's secret store) or file (encrypted).")
  var store: StoreChoice?

  @Option(
    help: ArgumentHelp("The key for --store file: 32 bytes in Base64, in a file with mode 600.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Flag(help: "Create a key in --key-file.")
  var createKey = false

  @Flag(help: "Don't save the session. Only print the verified claims.")
  var noStore = false

  func validate() throws {
    let keeps = profile != nil || account != nil || store != nil || keyFile != nil || createKey
    guard !noStore || !keeps else {
      throw ValidationError("--no-store can't be used with --profile, --account, --store, or the key options.")
    }
    guard store != .system || (keyFile == nil && !createKey) else {
      throw ValidationError("--key-file and --create-key require --store file.")
    }
    guard !createKey || keyFile != nil else { throw ValidationError("--create-key requires --key-file FILE.") }
  }

  func applied(to base: Profile) -> Profile {
    var profile = base
    // A key file is only used by the file store.
    profile.store = store ?? (keyFile == nil ? base.store : .file)
    profile.keyFile = profile.store == .file ? keyFile.map(CommandFolder.absolute) ?? base.keyFile : nil
    return profile
  }
}
