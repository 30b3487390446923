import ArgumentParser

/// The port of a loopback callback URL.
enum RedirectPort {
  static let valid = 1...65535
}

/// The option that names the port of the callback URL.
struct RedirectPortOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The registered loopback port.", valueName: "port"))
  var redirectPort: Int?

  func validate() throws {
    let valid = RedirectPort.valid
    guard redirectPort.map(valid.contains) ?? true else {
      throw ValidationError("--redirect-port must be between \(valid.lowerBound) and \(valid.upperBound).")
    }
  }
}
