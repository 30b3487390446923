import Foundation
import PackagePlugin

// The part of Xcode's module of the same name that the plugins use, as Apple documents it. `scripts/check-xcode`
// compiles the build plugin against it, to check types on machines without Xcode.

public protocol XcodeBuildToolPlugin: Plugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public struct XcodePluginContext {
  public let pluginWorkDirectoryURL: URL
  public func tool(named name: String) throws -> PluginContext.Tool { fatalError("a stub: \(name)") }
}

public struct XcodeTarget {
  public let displayName: String
  public let inputFiles: FileList
}
