import AuthConfiguration
import Foundation

/// `auth-fuzz TARGET [OPTION…] [FOLDER…]` runs libFuzzer with a target. `auth-fuzz --targets` lists the targets with the longest
/// input and the folders of seeds. `auth-fuzz --answers` writes verdicts for comparison:
/// see `Answers`.
@main enum Program {
  /// The target of a process that libFuzzer itself starts to make an input smaller. Such a process has only libFuzzer's options.
  private static let targetVariable = "AUTH_FUZZ_TARGET"

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if let name = ProcessInfo.processInfo.environment[targetVariable] { run(name, arguments) }
    switch arguments.first {
    case "--targets":
      for target in FuzzTarget.allCases {
        print(([target.rawValue, "\(target.entry.longest)"] + target.entry.otherSeeds).joined(separator: "\t"))
      }
    case "--answers": await Answers.run()
    case let name?:
      setenv(targetVariable, name, 1)
      run(name, arguments.dropFirst())
    case nil: fail("expected a target, --targets, or --answers")
    }
  }

  private static func run(_ name: String, _ options: ArraySlice<String>) -> Never {
    guard let entry = Planted.entries[name] ?? FuzzTarget(rawValue: name)?.entry else {
      fail("unknown target '\(name)'; expected one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    Fuzzer.run(entry, [CommandLine.arguments[0]] + options)
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("auth-fuzz: \(message)\n".utf8))
    exit(2)
  }
}

/// Targets with a mistake, to check that the fuzzer finds it.
enum Planted {
  static let entries: [String: FuzzEntry] = [
    // Without coverage of the parser, the fuzzer doesn't find this input.
    "planted-property": FuzzEntry { bytes in
      try require(TextTemplate(bytes.text).placeholders.count < 3, "a template has three placeholders")
      return .accepted
    },
    "planted-overflow": FuzzEntry { bytes in
      let place = UnsafeMutablePointer<UInt8>.allocate(capacity: 4)
      defer { place.deallocate() }
      for (index, byte) in bytes.prefix(8).enumerated() { place[index] = byte }
      return place[0] == 0 ? .rejected : .accepted
    },
  ]
}
