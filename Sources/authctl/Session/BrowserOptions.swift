import ArgumentParser

/// The options for the browser of a sign-in.
struct BrowserOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The time limit for the browser.", valueName: "seconds"))
  var timeout = 300

  @Flag(help: "Print the URL instead of opening it.")
  var noBrowser = false

  var timeLimit: Duration { .seconds(timeout) }

  func validate() throws {
    guard (1...86_400).contains(timeout) else {
      throw ValidationError("--timeout must be a number of seconds between 1 and 86400.")
    }
  }
}
