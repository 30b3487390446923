import AuthConfiguration
import AuthDescriptor
import AuthGenerator
import Foundation

/// The digests of everything that a run of `generate` read and wrote.
///
/// If none of them has changed, another run would write the same files. A run with a warning has no record, because the
/// next run must repeat the warning.
struct GenerationRecord: Equatable {
  /// The digest of the options. See ``GenerationKey``.
  var key: String
  /// The digest of each descriptor and of each file that a descriptor refers to, by the path under which it was read.
  var inputs: [String: String]
  var outputs: OutputDigests

  /// Whether the files that the run read and wrote still have the same contents.
  func isCurrent(in folder: OutputFolder) -> Bool {
    inputs.allSatisfy { path, digest in DescriptorLoader.contents(ofFile: path).digest == digest }
      && folder.isCurrent(outputs)
  }
}

// MARK: - The file

extension GenerationRecord {
  /// - Returns: `nil` unless this is a record.
  init?(_ data: Data) {
    guard let file = JSONValue(parsing: data)?.object, let key = file["key"]?.string,
      let inputs = Self.digests(file["inputs"]), let outputs = Self.digests(file["outputs"]), !outputs.isEmpty
    else { return nil }
    self.init(key: key, inputs: inputs, outputs: OutputDigests(files: outputs))
  }

  var text: String {
    JSONText.object([
      .init("key", .text(key)), .init("inputs", Self.object(inputs)), .init("outputs", Self.object(outputs.files)),
    ]).document
  }

  private static func digests(_ value: JSONValue?) -> [String: String]? {
    guard let members = value?.object else { return nil }
    let digests = members.compactMapValues(\.string)
    return digests.count == members.count ? digests : nil
  }

  private static func object(_ digests: [String: String]) -> JSONText {
    .object(digests.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value)) })
  }
}

extension Data? {
  /// The digest of a file's contents, or `missing` if it can't be read.
  var digest: String { map { SHA256Digest(of: $0).text } ?? "missing" }
}
