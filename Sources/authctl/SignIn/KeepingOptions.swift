import ArgumentParser

/// The options for saving the session of a sign-in.
struct KeepingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The profile's name. The default is the provider's ID or the issuer's host.",
      valueName: "name"),
    completion: .profiles)
  var profile: String?

  @Option(help: ArgumentHelp("A name of your choice for one of several accounts of the profile.", valueName: "name"))
  var account: String?

  @OptionGroup var storing: StoreOptions

  @Flag(help: "Don't save the session. Only print the verified claims.")
  var noStore = false

  func validate() throws {
    guard !noStore || (profile == nil && account == nil && !storing.isUsed) else {
      throw ValidationError("--no-store can't be used with --profile, --account, --store, or the key options.")
    }
  }
}
