import ArgumentParser
import AuthRuntime

extension StoreChoice: ExpressibleByArgument {}

/// The options for the store of sessions.
struct StoreOptions: ParsableArguments {
  @Option(help: "The store for sessions: system (the platform's secret store) or file (encrypted).")
  var store: StoreChoice?

  @Option(
    help: ArgumentHelp("The key for --store file: 32 bytes in Base64, in a file with mode 600.", valueName: "file"),
    completion: .file())
  var keyFile: String?

  @Flag(help: "Create a key in --key-file.")
  var createKey = false

  /// Whether the user chose any of these options.
  var isUsed: Bool { store != nil || keyFile != nil || createKey }

  func validate() throws {
    guard store != .system || (keyFile == nil && !createKey) else {
      throw ValidationError("--key-file and --create-key require --store file.")
    }
    guard !createKey || keyFile != nil else { throw ValidationError("--create-key requires --key-file FILE.") }
  }

  /// The saved options with these options applied. The path is made absolute.
  func applied(to base: SavedOptions) -> SavedOptions {
    var options = base
    // A key file is only used by the file store.
    options.store = store ?? (keyFile == nil ? base.store : .file)
    options.keyFile = options.store == .file ? keyFile.map(CommandFolder.absolute) ?? base.keyFile : nil
    return options
  }
}
