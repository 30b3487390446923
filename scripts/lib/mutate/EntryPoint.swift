import Testing

/// Starts the tests of the copy.
@main
enum EntryPoint {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
