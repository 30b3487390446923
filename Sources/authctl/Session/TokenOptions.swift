import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// The options for a token that a script uses.
struct TokenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The minimum remaining lifetime. The default is 60, or a fifth of the token's lifetime if that's less.",
      valueName: "seconds"))
  var validFor: Int?

  var lifetime: Duration? { validFor.map { .seconds($0) } }

  func validate() throws {
    guard validFor.map((0...86_400).contains) ?? true else {
      throw ValidationError("--valid-for must be a number of seconds between 0 and 86400.")
    }
  }

  /// Prints the token, and nothing else, on standard output.
  ///
  /// - Throws: ``ReportedFailure`` if the token isn't valid in a header (RFC 6750 §2.1). A line break could inject another
  ///   header.
  static func show(_ token: Secret) throws(ReportedFailure) {
    let text = token.reveal()
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ReportedFailure(
        line: "unusableToken: the access token has characters that aren't allowed in a header (sign in again)")
    }
    StandardStream.output.print(text)
  }
}
