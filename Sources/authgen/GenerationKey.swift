import AuthConfiguration
import AuthDescriptor
import AuthGenerator
import Foundation

/// A digest of all that determines the result of `generate`, except the contents of the descriptors: the tool, the day, the
/// options, and the files and folders that the options name.
///
/// Another key means another run. The contents of the descriptors are in the ``GenerationRecord``, because only a run finds
/// out which files they extend.
struct GenerationKey {
  /// The path of the output folder.
  let output: String
  private var parts: [String] = []

  /// - Parameters:
  ///   - tool: Identifies the tool. See ``currentTool``.
  ///   - day: The current date, because a warning can depend on the age of a descriptor's sources.
  init(
    _ options: DescriptorOptions, _ inputs: [DescriptorInput], access: AccessLevel?, output: String, tool: String,
    day: String = DescriptorLoader.currentDay()
  ) {
    self.output = output
    add("tool", tool)
    add("day", day)
    add("current folder", FileManager.default.currentDirectoryPath)
    add("output", output)
    add("access", access?.rawValue ?? "")
    for reference in options.inputs { add("reference", reference) }
    for input in inputs { add(input.isMember ? "member" : "descriptor", input.reference) }
    for folder in Set(inputs.filter(\.isFile).map(\.folder)).sorted() { add(file: folder + DescriptorLock.fileName) }
    if let settings = options.settings { add(file: settings) }
    for pack in options.packs { add(folder: pack) }
    if let templates = options.templates {
      for name in add(folder: templates) { add(file: "\(templates)/\(name)") }
    }
  }

  var digest: String { SHA256Digest(of: parts.joined(separator: "\0")).text }

  /// No part contains a null character, so different parts never have the same digest.
  private mutating func add(_ name: String, _ value: String) {
    parts.append("\(name) \(value)")
  }

  private mutating func add(file path: String) {
    add("file", path)
    add("contents", (try? RegularFile.beginning(of: path, atMost: Self.sizeLimit)).digest)
  }

  @discardableResult private mutating func add(folder path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path).sorted()
    add("folder", path)
    add("names", names.map { "\($0.count)" } ?? "missing")
    for name in names ?? [] { add("name", name) }
    return names ?? []
  }

  /// Larger than the largest lock, which is the largest of these files.
  private static let sizeLimit = 1 << 25
}

extension GenerationKey {
  /// Identifies this build of `authgen`, or `nil` if that isn't possible. The version alone isn't enough, because it stays
  /// the same while `authgen` is developed.
  static var currentTool: String? {
    #if os(Linux) || os(Android)
      let executable: String? = "/proc/self/exe"
    #else
      let executable = Bundle.main.executablePath
    #endif
    return executable.flatMap(RegularFile.stamp).map { "\(PackageVersion.current) \($0)" }
  }
}
