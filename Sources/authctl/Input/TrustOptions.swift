import ArgumentParser

/// The option that replaces the certificate authorities of the system.
struct TrustOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Trust only the certificate authorities in this file.", valueName: "ca.pem"),
    completion: .file())
  var trustRoot: String?
}
