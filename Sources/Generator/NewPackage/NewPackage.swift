import AuthDescriptor

/// A small package that signs a user in: what a newcomer would write first.
public struct NewPackage: Sendable {
  /// Where the package stands that the plugin and the runtime come from.
  public enum Origin: Sendable, Hashable {
    /// A folder, by its path.
    case folder(String)
    /// A repository, by its address.
    case url(String)

    /// A checkout in a folder beside the package's own.
    public static let beside = folder("../swift-auth-generator")

    /// What a person says of the place: a URL, and anything else is a folder.
    public init(place: String) {
      let isURL = place.contains("://") || place.hasPrefix("git@")
      self = isURL ? .url(place) : .folder(place)
    }

    /// The path or the address.
    public var place: String {
      switch self {
      case .folder(let place), .url(let place): place
      }
    }
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
  ///   - text: The descriptor that goes into the package: one line for a provider of the catalog.
  /// - Throws: What in the descriptor cannot be said in Swift.
  public func files(for provider: LoadedDescriptor, text: String) throws(DiagnosticsError) -> [GeneratedFile] {
    let client = try ClientModelBuilder.model(of: provider, access: .internal)
    let program = NewProgram(name: name, provider: provider.descriptor, client: client)
    var clients = [client]
    for variant in provider.variants { clients.append(try ClientModelBuilder.model(of: variant, access: .internal)) }
    try rejectRepetitions(in: clients)
    if let obstacle = program.obstacle {
      let message = "there is no small package for \(provider.descriptor.name): \(obstacle)"
      throw DiagnosticsError([Diagnostic(.language.notSupported, message, at: SourceLocation(file: provider.file))])
    }
    let folder = "Sources/\(name)/"
    let files = [
      GeneratedFile(path: "Package.swift", contents: manifest),
      GeneratedFile(path: folder + "\(client.type).auth.yaml", contents: text),
      GeneratedFile(path: folder + "\(NewProgram.type).swift", contents: program.text),
      GeneratedFile(path: "README.md", contents: program.readMe),
      GeneratedFile(path: ".gitignore", contents: ".build/\n"),
    ]
    for file in files where file.path.hasSuffix(".swift") {
      try RenderedFileCheck().checkIsSwift(file.contents, path: file.path, from: file.path)
    }
    return files
  }

  /// A module cannot have the name of one that it imports, nor a type that of the program.
  private func rejectRepetitions(in clients: [ClientModel]) throws(DiagnosticsError) {
    let taken = clients.map(\.type) + Self.modules
    let message: String
    if taken.contains(where: { $0.lowercased() == name.lowercased() }) {
      message = "there is something called '\(name)' in the package already; choose another name"
    } else if clients.contains(where: { $0.type == NewProgram.type }) {
      message = "the program is called '\(NewProgram.type)'; state another name for the client with 'swift.type'"
    } else {
      return
    }
    throw DiagnosticsError([Diagnostic(.names.nameConflict, message, at: SourceLocation(file: name))])
  }

  /// Modules of this package and of those that it is built on: SwiftPM wants every target of a build to have a name of its
  /// own, and a program cannot hide what it imports.
  private static let modules = [
    "AuthRuntime", "AuthConfiguration", "AuthDescriptor", "AuthGenerator", "AuthTesting", "AuthCatalog",
    "AuthTemplates", "AuthTutorials", "AuthSwiftUI", "AuthDocs", "AuthgenBundle", "authgen", "authctl",
    "AuthGeneratorPlugin", "AuthGeneratorCommand", "ArgumentParser", "ArgumentParserToolInfo", "AsyncHTTPClient",
    "Atomics", "Algorithms", "CoreMetrics", "Crypto", "CryptoExtras", "Dispatch", "Foundation", "FoundationEssentials",
    "HTTPTypes",
    "InMemoryTracing", "Instrumentation", "JWTKit", "Logging", "Metrics", "NIO", "NIOConcurrencyHelpers", "NIOCore",
    "NIOEmbedded", "NIOFoundationCompat", "NIOHPACK", "NIOHTTP1", "NIOHTTP2", "NIOHTTPCompression", "NIOPosix",
    "NIOSOCKS", "NIOSSL", "NIOTLS", "PathKit", "RealModule", "ServiceContextModule", "ServiceLifecycle", "Spectre",
    "Stencil", "Swift", "SwiftASN1", "SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics",
    "SwiftSyntax", "SwiftSyntaxBuilder", "Synchronization", "SystemPackage", "Tracing", "X509", "Yams", "main",
  ]

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: \(SwiftLiteral.string(name)),
      platforms: [.macOS(.v13)],
      dependencies: [\(origin.dependency)],
      targets: [
        .executableTarget(
          name: \(SwiftLiteral.string(name)),
          dependencies: [.product(name: "AuthRuntime", package: \(SwiftLiteral.string(origin.identity)))],
          plugins: [.plugin(name: "AuthGeneratorPlugin", package: \(SwiftLiteral.string(origin.identity)))])
      ]
    )

    """
  }
}

extension NewPackage.Origin {
  /// What SwiftPM calls the package: by its name in a folder, by the last part of a URL.
  package var identity: String {
    guard case .url(let url) = self else { return "swift-auth-generator" }
    let last = url.split { "/:".contains($0) }.last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// The folder of a checkout, seen from the package: a repository has to be cloned there first.
  package var checkout: String {
    switch self {
    case .folder(let path): path
    case .url: "../\(identity)"
    }
  }

  /// An element of a manifest's dependencies.
  package var dependency: String {
    switch self {
    case .folder(let path): ".package(name: \"swift-auth-generator\", path: \(SwiftLiteral.string(path)))"
    case .url(let url): ".package(url: \(SwiftLiteral.string(url)), branch: \"main\")"
    }
  }
}
