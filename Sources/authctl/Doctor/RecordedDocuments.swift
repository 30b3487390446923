import AuthDescriptor
import AuthRuntime
import Foundation

/// A folder of discovery documents that were saved earlier: `ID.json` for each descriptor.
struct RecordedDocuments: Sendable {
  let folder: String

  private static let sizeLimit = 1_048_576

  /// Returns the document of a descriptor, or `nil` if the folder doesn't have one.
  func document(of id: String) throws(ReportedFailure) -> ServerDocument? {
    let path = folder.hasSuffix("/") ? "\(folder)\(id).json" : "\(folder)/\(id).json"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do throws(FileFailure) { data = try RegularFile.beginning(of: path, atMost: Self.sizeLimit + 1) } catch {
      throw ReportedFailure(line: "unreadableFile: \(path) can't be read: \(error.reason)")
    }
    guard data.count <= Self.sizeLimit, let fields = JSONValue(parsing: data)?.object else {
      throw ReportedFailure(line: "unreadableFile: \(path) isn't a JSON object of at most 1 MiB")
    }
    return ServerDocument(url: URL(fileURLWithPath: path), fields: fields)
  }
}
