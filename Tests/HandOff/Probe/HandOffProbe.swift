import AuthRuntime
import Foundation

/// An app that a browser starts with a callback: `handoff-probe SCHEME CALLBACK`. It prints the outcome to standard
/// output.
@main
enum HandOffProbe {
  static func main() async {
    #if os(Linux)
      let outcome = await CallbackHandOff(scheme: CommandLine.arguments.dropFirst().first ?? "")
        .deliver(CommandLine.arguments)
      print(outcome)
      exit(outcome == .delivered ? 0 : 1)
    #endif
  }
}
