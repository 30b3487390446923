import Foundation
import TestSupport

/// Runs the command as a user does, and returns its exit code and output.
func authgen(_ arguments: String..., in workspace: Workspace? = nil) async throws -> Command.Outcome {
  try await authgen(arguments, in: workspace)
}

func authgen(_ arguments: [String], in workspace: Workspace? = nil) async throws -> Command.Outcome {
  try await Command.run(Command.built("authgen"), arguments, environment: Workspace.environment, in: workspace?.folder)
}

/// A temporary folder for one test.
struct Workspace {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  /// Variables that keep the tests from using the developer's own cache.
  static let environment = [
    "XDG_CACHE_HOME": FileManager.default.temporaryDirectory.appendingPathComponent("authgen-tests").path
  ]

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  /// The string without the folder's path.
  func relative(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }

  /// The names of the files in the output folder.
  var written: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path("out")).sorted()) ?? []
  }
}

func withWorkspace(_ files: [String: String], _ body: (Workspace) async throws -> Void) async throws {
  let workspace = Workspace()
  try FileManager.default.createDirectory(at: workspace.folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: workspace.folder) }
  for (name, text) in files { try workspace.write(name, text) }
  try await body(workspace)
}
