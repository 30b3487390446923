import ArgumentParser
import AuthRuntime

extension StoreChoice: ExpressibleByArgument {}

/// Where the session is kept, and under which name.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep the session, and these flags, under this name. Without it: the provider's id or the issuer's host.",
      valueName: "name"),
    completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("One of several accounts of the profile, by a name of your own.", valueName: "name"))
  var account: String?

  @Option(help: "Where sessions are kept: system (the platform's store of secrets) or file (encrypted).")
  var store: StoreChoice?

  @Option(
    help: ArgumentHelp("The key of --store file: 32 bytes in base64, in a file of mode 600.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Flag(help: "Make a key in --key-file.")
  var createKey = false

  @Flag(help: "Keep nothing: print what was verified, and forget it.")
  var noStore = false

  func validate() throws {
    let keeps = profile != nil || account != nil || store != nil || keyFile != nil || createKey
    guard !noStore || !keeps else {
      throw ValidationError("--no-store keeps nothing: leave out --profile, --account, --store and the key's options.")
    }
    guard store != .system || (keyFile == nil && !createKey) else {
      throw ValidationError("--key-file and --create-key go with --store file.")
    }
    guard !createKey || keyFile != nil else { throw ValidationError("--create-key needs --key-file FILE as well.") }
  }

  func applied(to base: Profile) -> Profile {
    var profile = base
    // A key file is for nothing else.
    profile.store = store ?? (keyFile == nil ? base.store : .file)
    profile.keyFile = profile.store == .file ? keyFile.map(CommandFolder.absolute) ?? base.keyFile : nil
    return profile
  }
}
