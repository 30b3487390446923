import AuthDescriptor

/// A minimal package that signs a user in.
public struct NewPackage: Sendable {
  /// The location of the package that provides the plugin and the runtime.
  public enum Origin: Sendable, Hashable {
    /// A folder, given by its path.
    case folder(String)
    /// A repository, given by its URL.
    case url(String)

    /// A checkout next to the package's own folder.
    public static let sibling = folder("../swift-auth-generator")

    /// Creates a location from a command-line argument, which is a repository's URL or a folder's path.
    public init(place: String) {
      let isURL = place.contains("://") || place.hasPrefix("git@")
      self = isURL ? .url(place) : .folder(place)
    }

    /// The path or the URL.
    public var place: String {
      switch self {
      case .folder(let place), .url(let place): place
      }
    }
  }

  /// The kind of the program.
  public enum Kind: Sendable, Hashable {
    /// A command-line program that signs a user in with the system browser.
    case commandLine
    /// A web app.
    case web
  }

  private let name: String
  private let origin: Origin
  private let kind: Kind

  /// - Parameters:
  ///   - name: The name of the package and of the program, which must be a Swift identifier.
  ///   - kind: The kind of the program.
  public init(name: String, origin: Origin, kind: Kind = .commandLine) {
    (self.name, self.origin, self.kind) = (name, origin, kind)
  }

  /// Generates the package's files, with paths relative to the package.
  ///
  /// - Parameters:
  ///   - provider: The provider to sign in with.
  ///   - text: The descriptor to put into the package. It's a single line for a provider of the catalog.
  /// - Throws: Findings about strings of the descriptor that can't be converted to Swift, a conflict between the names
  ///   in the package, or a provider that needs more than a minimal package.
  public func files(for provider: LoadedDescriptor, text: String) throws(DiagnosticsError) -> [GeneratedFile] {
    let client = try ClientModelBuilder.model(of: provider, access: .internal)
    let program = NewProgram(name: name, provider: provider.descriptor, client: client, isWeb: kind == .web)
    var clients = [client]
    for variant in provider.variants { clients.append(try ClientModelBuilder.model(of: variant, access: .internal)) }
    try rejectRepetitions(in: clients)
    if let obstacle = program.obstacle {
      let message = "can't create a minimal package for \(provider.descriptor.name): \(obstacle)"
      throw DiagnosticsError([Diagnostic(.language.notSupported, message, at: SourceLocation(file: provider.file))])
    }
    let folder = "Sources/\(name)/"
    let files = [
      GeneratedFile(path: "Package.swift", contents: manifest),
      GeneratedFile(path: folder + "\(client.type).auth.yaml", contents: text),
      GeneratedFile(path: folder + "\(NewProgram.type).swift", contents: kind == .web ? program.webText : program.text),
      GeneratedFile(path: "README.md", contents: kind == .web ? program.webReadMe : program.readMe),
      GeneratedFile(path: ".gitignore", contents: ".build/\n"),
    ]
    for file in files where file.path.hasSuffix(".swift") {
      try RenderedFileCheck().checkIsSwift(file.contents, path: file.path, from: file.path)
    }
    return files
  }

  /// A module can't have the name of a module that it imports, and a client's type can't have the name of the program's type.
  private func rejectRepetitions(in clients: [ClientModel]) throws(DiagnosticsError) {
    let taken = clients.map(\.type) + Self.modules
    let message: String
    if taken.contains(where: { $0.lowercased() == name.lowercased() }) {
      message = "the package already uses the name '\(name)'; choose another one"
    } else if clients.contains(where: { $0.type == NewProgram.type }) {
      message = "the program's type is '\(NewProgram.type)' too; give the client another name with 'swift.type'"
    } else {
      return
    }
    throw DiagnosticsError([Diagnostic(.names.nameConflict, message, at: SourceLocation(file: name))])
  }

  /// The modules of this package and its dependencies. SwiftPM requires unique target names in a build, and a program can't
  /// shadow a module that it imports.
  private static let modules = [
    "AuthRuntime", "AuthConfiguration", "AuthDescriptor", "AuthGenerator", "AuthTesting", "AuthCatalog",
    "AuthTemplates", "AuthTutorials", "AuthSwiftUI", "AuthDocs", "AuthgenBundle", "authgen", "authctl",
    "AuthGeneratorPlugin", "AuthGeneratorCommand", "AuthWeb", "AuthHummingbird", "Hummingbird", "HummingbirdCore",
    "ArgumentParser", "ArgumentParserToolInfo", "AsyncHTTPClient",
    "Atomics", "Algorithms", "CoreMetrics", "Crypto", "CryptoExtras", "Dispatch", "Foundation", "FoundationEssentials",
    "HTTPTypes",
    "InMemoryTracing", "Instrumentation", "JWTKit", "Logging", "Metrics", "NIO", "NIOConcurrencyHelpers", "NIOCore",
    "NIOEmbedded", "NIOFoundationCompat", "NIOHPACK", "NIOHTTP1", "NIOHTTP2", "NIOHTTPCompression", "NIOPosix",
    "NIOSOCKS", "NIOSSL", "NIOTLS", "PathKit", "RealModule", "ServiceContextModule", "ServiceLifecycle", "Spectre",
    "Stencil", "Swift", "SwiftASN1", "SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics",
    "SwiftSyntax", "SwiftSyntaxBuilder", "Synchronization", "SystemPackage", "Tracing", "X509", "Yams", "main",
  ]

  private var manifest: String {
    let isWeb = kind == .web
    let package = SwiftLiteral.string(origin.identity)
    var products = (["AuthRuntime"] + (isWeb ? ["AuthWeb", "AuthHummingbird"] : [])).map {
      ".product(name: \"\($0)\", package: \(package))"
    }
    var dependencies = [origin.dependency(traits: isWeb ? ["Hummingbird"] : [])]
    if isWeb {
      products.append(".product(name: \"Hummingbird\", package: \"hummingbird\")")
      dependencies.append(".package(url: \"https://github.com/hummingbird-project/hummingbird\", from: \"2.28.1\")")
    }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: \(SwiftLiteral.string(name)),
        platforms: [.macOS(.v\(isWeb ? 14 : 13))],
        dependencies: \(Self.list(dependencies, indentation: 2)),
        targets: [
          .executableTarget(
            name: \(SwiftLiteral.string(name)),
            dependencies: \(Self.list(products, indentation: 6)),
            plugins: [.plugin(name: "AuthGeneratorPlugin", package: \(package))])
        ]
      )

      """
  }

  /// Returns a list, with one element in each line if there are several.
  private static func list(_ elements: [String], indentation: Int) -> String {
    guard elements.count > 1 else { return "[\(elements.joined())]" }
    let space = String(repeating: " ", count: indentation)
    return "[\n" + elements.map { "\(space)  \($0),\n" }.joined() + "\(space)]"
  }
}

extension NewPackage.Origin {
  /// The name by which SwiftPM identifies the package: its own name if it's in a folder, the last path component if it's a URL.
  package var identity: String {
    guard case .url(let url) = self else { return "swift-auth-generator" }
    let last = url.split { "/:".contains($0) }.last.map(String.init) ?? url
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// The path from the new package to a checkout's folder. A repository must first be cloned there.
  package var checkout: String {
    switch self {
    case .folder(let path): path
    case .url: "../\(identity)"
    }
  }

  /// The entry in the manifest's dependencies.
  package var dependency: String { dependency(traits: []) }

  /// - Parameter traits: The traits in addition to the default ones.
  func dependency(traits: [String]) -> String {
    let list = traits.isEmpty ? "" : ", traits: [.defaults, " + traits.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    return switch self {
    case .folder(let path): ".package(name: \"swift-auth-generator\", path: \(SwiftLiteral.string(path))\(list))"
    case .url(let url): ".package(url: \(SwiftLiteral.string(url)), branch: \"main\"\(list))"
    }
  }
}
