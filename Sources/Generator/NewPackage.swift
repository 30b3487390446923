import AuthDescriptor

/// A small package that signs a user in: what a newcomer would write first.
public struct NewPackage: Sendable {
  /// Where the package stands that the plugin and the runtime come from.
  public enum Origin: Sendable, Hashable {
    case folder(String)
    case url(String)
  }

  private let name: String
  private let origin: Origin

  /// - Parameter name: The package's and the program's name, an identifier of Swift.
  public init(name: String, origin: Origin) {
    self.name = name
    self.origin = origin
  }

  /// Its files, by their paths in it.
  ///
  /// - Parameters:
  ///   - provider: The provider to sign in with.
  ///   - text: The descriptor that goes into the package: one line for a provider of the catalogue.
  /// - Throws: What in the descriptor cannot be said in Swift.
  public func files(for provider: LoadedDescriptor, text: String) throws(DiagnosticsError) -> [GeneratedFile] {
    let client = try ClientModelBuilder.model(of: provider, access: .internal)
    let program = NewProgram(name: name, provider: provider.descriptor, client: client)
    if name == client.type {
      let message = "the client is called '\(name)' already; choose another name for the package"
      throw DiagnosticsError([Diagnostic(.nameConflict, message, at: SourceLocation(file: provider.file))])
    }
    if let obstacle = program.obstacle {
      let message = "there is no small package for \(provider.descriptor.name): \(obstacle)"
      throw DiagnosticsError([Diagnostic(.notSupported, message, at: SourceLocation(file: provider.file))])
    }
    let folder = "Sources/\(name)/"
    let files = [
      GeneratedFile(path: "Package.swift", contents: manifest),
      GeneratedFile(path: folder + "\(client.type).auth.yaml", contents: text),
      GeneratedFile(path: folder + "\(name).swift", contents: program.text),
      GeneratedFile(path: "README.md", contents: program.readMe),
      GeneratedFile(path: ".gitignore", contents: ".build/\n"),
    ]
    for file in files where file.path.hasSuffix(".swift") {
      try RenderedFileCheck().check(file.contents, path: file.path, expected: nil) { _ in file.path }
    }
    return files
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: \(SwiftLiteral.string(name)),
      platforms: [.macOS(.v13)],
      dependencies: [\(dependency)],
      targets: [
        .executableTarget(
          name: \(SwiftLiteral.string(name)),
          dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
          plugins: [.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")])
      ]
    )

    """
  }

  private var dependency: String {
    switch origin {
    case .folder(let path): ".package(name: \"swift-auth-generator\", path: \(SwiftLiteral.string(path)))"
    case .url(let url): ".package(url: \(SwiftLiteral.string(url)), branch: \"main\")"
    }
  }
}
