import Foundation
import PackagePlugin

/// A package's manifest, as SwiftPM reads it. It tells no plugin what other plugins a target uses, so it is asked as a
/// user would ask.
struct Manifest: Decodable {
  private var targets: [Target]

  private struct Target: Decodable {
    var name: String
    var pluginUsages: [PluginUsage]?
    /// From the target's folder.
    var exclude: [String]?
  }

  /// `{"plugin": ["AuthGeneratorPlugin", "swift-auth-generator"]}`
  private struct PluginUsage: Decodable {
    var plugin: [String?]
  }

  /// - Returns: `nil` where SwiftPM cannot be asked, such as in a sandbox of its own; then the next build tells.
  init?(of context: PluginContext) {
    guard let swift = try? context.tool(named: "swift").url else { return nil }
    let process = Process()
    let output = Pipe()
    process.executableURL = swift
    // In folders of its own: the package's is taken by the command that runs this plugin, and where plugins run in a
    // sandbox the user's are closed to it. And without a sandbox, for such a one knows no other inside.
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

  /// The paths that a target leaves out, from its folder.
  func excluded(in target: String) -> [String] {
    targets.first { $0.name == target }?.exclude ?? []
  }

  func usesPlugin(_ plugin: String, in target: String) -> Bool {
    targets.contains { $0.name == target && ($0.pluginUsages ?? []).contains { $0.plugin.first == plugin } }
  }
}
