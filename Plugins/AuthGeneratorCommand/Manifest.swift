import Foundation
import PackagePlugin

/// A package's manifest, as SwiftPM reads it. SwiftPM doesn't pass the other plugins of a target to a plugin, so this
/// runs the command that a user would run.
struct Manifest: Decodable {
  private var targets: [Target]

  private struct Target: Decodable {
    var name: String
    var pluginUsages: [PluginUsage]?
    /// The excluded paths, from the target's folder.
    var exclude: [String]?
  }

  /// A plugin usage such as `{"plugin": ["AuthGeneratorPlugin", "swift-auth-generator"]}`.
  private struct PluginUsage: Decodable {
    var plugin: [String?]
  }

  /// - Returns: `nil` if SwiftPM can't run, such as in a nested sandbox. In that case, the next build reports
  ///   conflicts.
  init?(of context: PluginContext) {
    guard let swift = try? context.tool(named: "swift").url else { return nil }
    let process = Process()
    let output = Pipe()
    process.executableURL = swift
    // Use separate folders: the running command has locked the package's folder, and a sandbox doesn't allow access to
    // the user's. Disable the sandbox, because a sandbox can't be nested.
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent("manifest")
    let folders = ["scratch", "cache", "config", "security"].flatMap {
      ["--\($0)-path", folder.appendingPathComponent($0).path]
    }
    process.arguments =
      ["package", "--disable-sandbox", "--package-path", context.package.directoryURL.path] + folders + ["dump-package"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let data = try? output.fileHandleForReading.readToEnd() else { return nil }
    process.waitUntilExit()
    guard let manifest = try? JSONDecoder().decode(Manifest.self, from: data) else { return nil }
    self = manifest
  }

  /// The paths that a target excludes, from its folder.
  func excluded(in target: String) -> [String] {
    targets.first { $0.name == target }?.exclude ?? []
  }

  func usesPlugin(_ plugin: String, in target: String) -> Bool {
    targets.contains { $0.name == target && ($0.pluginUsages ?? []).contains { $0.plugin.first == plugin } }
  }
}
