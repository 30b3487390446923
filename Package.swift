// swift-tools-version: 6.2
import PackageDescription

// The traits determine the dependencies of a consumer. With `traits: []`, a runtime-only consumer resolves neither the
// generator's packages nor AsyncHTTPClient nor those for metrics and traces. Verification (jwt-kit, swift-crypto) and
// the small swift-http-types are never optional.
let generator: TargetDependencyCondition? = .when(traits: ["Generator"])
let observability: TargetDependencyCondition? = .when(traits: ["Observability"])
let hummingbird: TargetDependencyCondition? = .when(traits: ["Hummingbird"])
// Apple platforms and Windows use URLSession, so AsyncHTTPClient is never linked there.
let asyncHTTPClient: TargetDependencyCondition? = .when(
  platforms: [.linux, .android, .openbsd], traits: ["AsyncHTTPClient"])
// The scripted servers of AuthTesting, which aren't available on Windows.
let scriptedServers: TargetDependencyCondition? = .when(
  platforms: [
    .linux, .android, .openbsd, .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS,
  ], traits: ["Loopback"])

// The plugins run authgen. A release lists its prebuilt bundle here (`scripts/lib/state-release`). Otherwise authgen is
// built from source, which takes minutes and requires the trait `Generator`. To use another bundle, set AUTHGEN_BUNDLE
// to its path, absolute or from this folder. AUTHGEN_BUNDLE=source always builds from source.
let released: (url: String, checksum: String)? = nil
/// Makes a path relative to this folder, because SwiftPM doesn't accept others.
func fromHere(_ path: String) -> String {
  let top = Context.packageDirectory.split(separator: "/").map { _ in ".." }.joined(separator: "/")
  return path.hasPrefix("/") ? top + path : path
}
let bundle: Target? =
  switch (Context.environment["AUTHGEN_BUNDLE"].flatMap { $0.isEmpty ? nil : $0 }, released) {
  case ("source", _), (nil, nil): nil
  case (let path?, _): .binaryTarget(name: "AuthgenBundle", path: fromHere(path))
  case (nil, let release?): .binaryTarget(name: "AuthgenBundle", url: release.url, checksum: release.checksum)
  }
// Without the trait, the plugin reports the missing tool instead of compiling one that can't work.
let tool: Target.Dependency = bundle == nil ? .target(name: "authgen", condition: generator) : "AuthgenBundle"

// Warnings are errors if this package is built for itself, as in its scripts. If it's a dependency, Swift Build
// silences warnings, and the compiler rejects the two options together.
let areWarningsErrors = Context.environment["AUTH_WARNINGS"] == "error"
// This package's own scripts build and test everything (scripts/lib/environment.sh), except the demo on a fresh machine.
let areAllTraitsEnabled = Context.environment["AUTH_TRAITS"] == "all"
// `thread`, or a value that only `scripts/fuzz` sets: `fuzzer` or `fuzzer,address`. For these two, the package uses
// compiler flags that SwiftPM rejects in a dependency.
let sanitizers = (Context.environment["AUTH_SANITIZE"] ?? "").split(separator: ",")
let isFuzzing = sanitizers.contains("fuzzer")
// What libFuzzer observes. The compiler accepts these options only with a sanitizer.
let fuzzingFlags =
  ["-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table"]
  + (sanitizers.contains("address") ? [] : ["-sanitize=fuzzer"])
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (areWarningsErrors ? [.treatAllWarnings(as: .error)] : [])
  // See Guarded.swift.
  + (sanitizers.contains("thread") ? [.define("THREAD_SANITIZER")] : [])
  // Only this package, because libFuzzer reads all counters after each execution.
  + (isFuzzing ? [.unsafeFlags(fuzzingFlags)] : [])
// Tests may use deprecated declarations. All other warnings stay errors.
let strictTests = strict + (areWarningsErrors ? [.treatWarning("DeprecatedDeclaration", as: .warning)] : [])

// The fuzz targets are tests in the normal build, and a program in that of `scripts/fuzz`.
let fuzzed: [Target.Dependency] = [
  "AuthConfiguration", "AuthDescriptor", "AuthGenerator", "AuthMCPMessages", "AuthPostgres", "AuthRuntime", "AuthWeb",
  .target(name: "AuthDBus", condition: .when(platforms: [.linux])),
  .target(name: "AuthDesktopIntegration", condition: .when(platforms: [.linux])),
  .product(name: "Crypto", package: "swift-crypto"),
  .product(name: "CryptoExtras", package: "swift-crypto"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
]
let fuzzing: Target =
  isFuzzing
  ? .executableTarget(
    name: "auth-fuzz", dependencies: fuzzed, path: "Tests/Fuzzing",
    exclude: ["Differential", "Findings", "Replay", "Seeds", "tokens.dict"], swiftSettings: strictTests)
  : .testTarget(
    name: "FuzzingTests", dependencies: fuzzed + ["TestSupport"], path: "Tests/Fuzzing",
    exclude: ["Differential", "Findings", "Program", "Seeds", "tokens.dict"], swiftSettings: strictTests)

// Resources have no platform condition, and a target with resources gets a bundle. Apple platforms are only built on
// Apple hosts, so the host decides.
#if canImport(Darwin)
  let privacyManifest: (resources: [Resource], exclude: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let privacyManifest: (resources: [Resource], exclude: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

// The features that a consumer can choose.
let traits: Set<Trait> = [
  .trait(
    name: "Generator",
    description: "The descriptor reader, the generator, and the commands (Yams, Stencil, swift-syntax)."),
  .trait(name: "AsyncHTTPClient", description: "The HTTP transport for Linux and Android."),
  .trait(
    name: "Curl",
    description: "An HTTP transport for Linux that doesn't compile SwiftNIO (libcurl, a system library)."),
  .trait(
    name: "Loopback",
    description: "The loopback callback receiver of desktop sign-in, and the servers of AuthTesting (SwiftNIO)."),
  .trait(name: "Observability", description: "Metrics and traces (swift-metrics, swift-distributed-tracing)."),
  .trait(name: "Hummingbird", description: "Web apps and their sessions in Hummingbird."),
  .trait(name: "PostgreSQL", description: "Sessions and credentials in PostgreSQL (libpq, a system library)."),
  .trait(name: "SQLite", description: "Sessions and credentials in SQLite (GRDB)."),
]
let enabledTraits: Set<String> =
  areAllTraitsEnabled ? Set(traits.map(\.name)) : ["Generator", "AsyncHTTPClient", "Loopback", "Observability"]

let package = Package(
  name: "swift-auth-generator",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "AuthRuntime", targets: ["AuthRuntime"]),
    .library(name: "AuthSwiftUI", targets: ["AuthSwiftUI"]),
    .library(name: "AuthWeb", targets: ["AuthWeb"]),
    .library(name: "AuthHummingbird", targets: ["AuthHummingbird"]),
    .library(name: "AuthPostgres", targets: ["AuthPostgres"]),
    .library(name: "AuthSQLite", targets: ["AuthSQLite"]),
    .library(name: "AuthTesting", targets: ["AuthTesting"]),
    .library(name: "AuthDescriptor", targets: ["AuthDescriptor"]),
    .library(name: "AuthGenerator", targets: ["AuthGenerator"]),
    .library(name: "AuthTutorials", targets: ["AuthTutorials"]),
    .executable(name: "authgen", targets: ["authgen"]),
    .executable(name: "authctl", targets: ["authctl"]),
    .plugin(name: "AuthGeneratorPlugin", targets: ["AuthGeneratorPlugin"]),
    .plugin(name: "AuthGeneratorCommand", targets: ["AuthGeneratorCommand"]),
  ],
  traits: traits.union([.default(enabledTraits: enabledTraits)]),
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/stencilproject/Stencil", from: "0.15.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
    // Only for tests: they run programs in parallel, and Foundation's Process crashes when used in parallel on Linux.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
  ],
  targets: [
    // Configuration: a provider's behavior as values. All other targets use these types.
    .target(name: "AuthConfiguration", path: "Sources/Configuration", swiftSettings: strict),

    // Descriptor: reads YAML and returns a validated descriptor.
    .target(name: "AuthCatalog", path: "Providers/Embedded", swiftSettings: strict),
    .target(
      name: "AuthDescriptor",
      dependencies: [
        "AuthCatalog", "AuthConfiguration", .product(name: "Yams", package: "Yams", condition: generator),
      ],
      path: "Sources/Descriptor", swiftSettings: strict),

    // Generator: reads a descriptor and returns Swift files. It uses neither the network nor AuthRuntime.
    .target(
      name: "AuthTemplates", path: "Templates", sources: ["AuthTemplates.swift"],
      resources: [
        .embedInCode("client.swift.stencil"), .embedInCode("provider.swift.stencil"),
        .embedInCode("types.swift.stencil"), .embedInCode("flows.swift.stencil"),
        .embedInCode("backend.swift.stencil"),
        .embedInCode("details.swift.stencil"), .embedInCode("backchannel.swift.stencil"),
        .embedInCode("requests.swift.stencil"), .embedInCode("account.swift.stencil"),
        .embedInCode("firstparty.swift.stencil"),
        .embedInCode("credential.swift.stencil"), .embedInCode("resource.swift.stencil"),
        .embedInCode("docs/app.swift.stencil"), .embedInCode("docs/chapter.svg.stencil"),
        .embedInCode("docs/contents.tutorial.stencil"), .embedInCode("docs/explain.swift.stencil"),
        .embedInCode("docs/hooks.swift.stencil"), .embedInCode("docs/package.swift.stencil"),
        .embedInCode("docs/provider.md.stencil"),
        .embedInCode("docs/providers.md.stencil"), .embedInCode("docs/server.swift.stencil"),
        .embedInCode("docs/session.tutorial.stencil"), .embedInCode("docs/signin.tutorial.stencil"),
      ],
      swiftSettings: strict),
    .target(
      name: "AuthGenerator",
      dependencies: [
        "AuthConfiguration", "AuthDescriptor", "AuthTemplates",
        .product(name: "Stencil", package: "Stencil", condition: generator),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: generator),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: generator),
        .product(name: "SwiftParser", package: "swift-syntax", condition: generator),
        .product(name: "SwiftParserDiagnostics", package: "swift-syntax", condition: generator),
      ],
      path: "Sources/Generator", swiftSettings: strict),
    // Tutorials: reads a descriptor and returns DocC tutorials and articles.
    .target(
      name: "AuthTutorials",
      dependencies: ["AuthConfiguration", "AuthDescriptor", "AuthGenerator", "AuthTemplates"],
      path: "Sources/Tutorials", swiftSettings: strict),
    .executableTarget(
      name: "authgen",
      dependencies: [
        "AuthGenerator", "AuthTutorials",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: generator),
      ],
      swiftSettings: strict),

    // The plugins find a target's descriptors and run authgen.
    .plugin(name: "AuthGeneratorPlugin", capability: .buildTool(), dependencies: [tool]),
    .plugin(
      name: "AuthGeneratorCommand",
      capability: .command(
        intent: .custom(
          verb: "generate-auth-clients",
          description: "Writes the clients of <name>.auth.yaml into the source tree, to be committed."),
        permissions: [.writeToPackageDirectory(reason: "Writes the generated clients.")]),
      dependencies: [tool]),

    // The runtime's support for a Linux desktop, and its sockets. All of it has `package` access.
    .target(name: "AuthSockets", path: "Sources/Sockets", swiftSettings: strict),
    .target(
      name: "AuthDBus", dependencies: ["AuthConfiguration", "AuthSockets"], path: "Sources/DBus", swiftSettings: strict),
    .target(
      name: "AuthDesktopIntegration",
      dependencies: ["AuthConfiguration", "AuthSockets", .product(name: "Crypto", package: "swift-crypto")],
      path: "Sources/DesktopIntegration", swiftSettings: strict),

    .systemLibrary(
      name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .yum(["libcurl-devel"])]),

    // Runtime: the library that generated code uses. It doesn't read YAML.
    .target(
      name: "AuthRuntime",
      dependencies: [
        "AuthConfiguration", "AuthSockets",
        .target(name: "AuthDBus", condition: .when(platforms: [.linux])),
        .target(name: "AuthDesktopIntegration", condition: .when(platforms: [.linux])),
        .target(name: "CLibCurl", condition: .when(platforms: [.linux], traits: ["Curl"])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Crypto", package: "swift-crypto"),
        // jwt-kit also builds this product.
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: observability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
        .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOPosix", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: asyncHTTPClient),
        .product(name: "NIOFoundationCompat", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
      ],
      path: "Sources/Runtime", exclude: privacyManifest.exclude, resources: privacyManifest.resources,
      swiftSettings: strict),
    // The browser for SwiftUI, in a separate target so that only apps that import it link SwiftUI. Empty on other
    // platforms.
    .target(name: "AuthSwiftUI", dependencies: ["AuthRuntime"], path: "Sources/SwiftUI", swiftSettings: strict),
    // Sign-in for web apps, without a server framework.
    .target(
      name: "AuthWeb",
      dependencies: [
        "AuthRuntime", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Crypto", package: "swift-crypto"), .product(name: "Logging", package: "swift-log"),
      ],
      path: "Sources/Web", swiftSettings: strict),
    // AuthWeb in Hummingbird. Empty without the trait.
    .target(
      name: "AuthHummingbird",
      dependencies: [
        "AuthRuntime", "AuthWeb", .product(name: "Logging", package: "swift-log"),
        .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: hummingbird),
      ],
      path: "Sources/Hummingbird", swiftSettings: strict),
    // Sessions that servers share. Both are empty without their traits, and only those need the libraries.
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "AuthPostgres",
      dependencies: [
        "AuthConfiguration", "AuthRuntime", "AuthWeb",
        .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Sources/Postgres", swiftSettings: strict),
    .target(
      name: "AuthSQLite",
      dependencies: [
        "AuthRuntime", "AuthWeb", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ],
      path: "Sources/SQLite", swiftSettings: strict),
    .target(
      name: "AuthTesting",
      dependencies: [
        "AuthRuntime",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: scriptedServers),
        .product(name: "NIOCore", package: "swift-nio", condition: scriptedServers),
        .product(name: "NIOPosix", package: "swift-nio", condition: scriptedServers),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: scriptedServers),
      ],
      path: "Sources/Testing", swiftSettings: strict),
    // The messages of the Model Context Protocol that authctl forwards. All of it has `package` access.
    .target(name: "AuthMCPMessages", dependencies: ["AuthRuntime"], path: "Sources/MCPMessages", swiftSettings: strict),
    .executableTarget(
      name: "authctl",
      dependencies: [
        "AuthDescriptor", "AuthMCPMessages", "AuthRuntime",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: generator),
      ],
      swiftSettings: strict),

    // DocC finds the catalog at the top of the repository through this target, because its path is the top folder.
    .target(
      name: "AuthDocs", dependencies: ["AuthRuntime"], path: ".",
      exclude: [
        "Examples", "Plugins", "Providers", "Templates", "Tests", "scripts", "CHANGELOG.md", "CONTRIBUTING.md",
        "LICENSE", "README.md", "SECURITY.md", "Benchmarks", "Sources/CLibPQ", "Sources/Configuration",
        "Sources/DBus", "Sources/Descriptor", "Sources/DesktopIntegration", "Sources/Generator", "Sources/Hummingbird",
        "Sources/MCPMessages", "Sources/Postgres", "Sources/Runtime", "Sources/SQLite", "Sources/Sockets",
        "Sources/SwiftUI", "Sources/Testing", "Sources/Tutorials", "Sources/Web", "Sources/authctl", "Sources/authgen",
      ],
      sources: ["Sources/AuthDocs"]),

    // The tests of each target. The reference clients are the generator's reviewed output, compiled.
    .target(
      name: "ReferenceClients", dependencies: ["AuthRuntime"], path: "Tests/Reference", exclude: ["Descriptors"],
      swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: [
        "AuthDescriptor",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Support", swiftSettings: strictTests),
    .testTarget(
      name: "AuthDescriptorTests",
      dependencies: ["AuthCatalog", "AuthConfiguration", "AuthDescriptor", "TestSupport"], path: "Tests/Descriptor",
      exclude: ["Schema1"], swiftSettings: strictTests),
    .testTarget(
      name: "AuthGeneratorTests",
      dependencies: [
        "AuthConfiguration", "AuthGenerator", "AuthHummingbird", "AuthRuntime", "AuthTutorials", "AuthWeb",
        "ReferenceClients", "authgen", "TestSupport",
        .product(name: "SwiftParser", package: "swift-syntax", condition: generator),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: generator),
      ],
      path: "Tests/Generator", swiftSettings: strictTests),
    // The code that the plugins share is tested without a plugin. A plugin itself can only be run.
    .testTarget(
      name: "PluginTests", path: "Tests/Plugins", exclude: ["Shared/PluginFailure.swift", "Stubs"],
      swiftSettings: strictTests),
    .testTarget(
      name: "AuthRuntimeTests",
      dependencies: [
        "AuthConfiguration", "AuthDescriptor", "AuthRuntime", "AuthSockets", "AuthTesting", "ReferenceClients",
        "TestSupport",
        .target(name: "AuthDesktopIntegration", condition: .when(platforms: [.linux])),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: observability),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: observability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: observability),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
      ],
      path: "Tests/Runtime", exclude: ["Vectors/Data", "Wire/Providers"], swiftSettings: strictTests),
    // Clients and APIs with keys: the FAPI 2.0 Security Profile, and its parts.
    .testTarget(
      name: "HighSecurityTests",
      dependencies: [
        "AuthConfiguration", "AuthDescriptor", "AuthGenerator", "AuthRuntime", "AuthTesting",
        "ReferenceClients", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Tests/HighSecurity", exclude: ["RichRequests/bank.yaml"], swiftSettings: strictTests),
    // Grants beyond the browser's, sessions adopted from other libraries, and the Model Context Protocol.
    .testTarget(
      name: "GrantsTests",
      dependencies: [
        "AuthConfiguration", "AuthDescriptor", "AuthGenerator", "AuthRuntime", "AuthTesting",
        "ReferenceClients", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Tests/Grants", exclude: ["CIBA/till.yaml", "Exchange/vault.yaml", "FirstParty/shop.yaml"],
      swiftSettings: strictTests),
    // The transports, including that of Apple platforms and Windows, compiled for this machine too.
    .testTarget(
      name: "TransportTests",
      dependencies: [
        "AuthRuntime", "AuthTesting", "TestSupport",
        .target(name: "CLibCurl", condition: .when(platforms: [.linux], traits: ["Curl"])),
        .product(name: "NIOCore", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: asyncHTTPClient),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: asyncHTTPClient),
      ],
      path: "Tests/Transport", swiftSettings: strictTests + [.define("URL_SESSION_TESTS")]),
    // Sessions shared by several processes, any of which may be killed at any time.
    .executableTarget(
      name: "session-probe", dependencies: ["AuthPostgres", "AuthRuntime", "AuthTesting", "AuthWeb"],
      path: "Tests/Sessions/Probe", swiftSettings: strictTests),
    .testTarget(
      name: "SessionTests", dependencies: ["AuthRuntime", "AuthTesting", "TestSupport", "session-probe"],
      path: "Tests/Sessions", exclude: ["Probe"], swiftSettings: strictTests),
    // Web servers that share sessions, and their provider (`scripts/web-sessions`).
    .executableTarget(
      name: "web-session-probe",
      dependencies: [
        "AuthConfiguration", "AuthPostgres", "AuthRuntime", "AuthTesting", "AuthWeb", "TestSupport",
        .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/WebSessions/Probe", swiftSettings: strictTests),
    // An API, a web app, and their users, for hours (`scripts/soak`).
    .executableTarget(
      name: "soak-probe",
      dependencies: [
        "AuthHummingbird", "AuthPostgres", "AuthRuntime", "AuthTesting", "AuthWeb", "TestSupport",
        .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: hummingbird),
      ],
      path: "Tests/Soak/Probe", swiftSettings: strictTests),
    // The stores in databases, with real servers. Empty without their traits.
    .testTarget(
      name: "DatabaseTests",
      dependencies: [
        "AuthPostgres", "AuthRuntime", "AuthSQLite", "AuthTesting", "AuthWeb", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ],
      path: "Tests/Databases", swiftSettings: strictTests),
    // The keyring of a Linux desktop, on a separate bus for the tests.
    .testTarget(
      name: "SecretServiceTests",
      dependencies: [
        "AuthRuntime", "AuthSockets", "AuthTesting", "authctl", "TestSupport",
        .target(name: "AuthDBus", condition: .when(platforms: [.linux])),
      ],
      path: "Tests/SecretService", swiftSettings: strictTests),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "AuthConfiguration", "AuthHummingbird", "AuthRuntime", "AuthTesting", "AuthWeb", "ReferenceClients",
        "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
        .product(name: "HummingbirdTesting", package: "hummingbird", condition: hummingbird),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Web", swiftSettings: strictTests),
    .testTarget(
      name: "AuthTestingTests", dependencies: ["AuthRuntime", "AuthTesting", "ReferenceClients", "TestSupport"],
      path: "Tests/Testing", swiftSettings: strictTests),
    // The results of the documentation's tutorials.
    .target(name: "Greetings", dependencies: ["AuthRuntime"], path: "Tests/Guides/Greetings", swiftSettings: strict),
    .target(
      name: "TimesheetsService", dependencies: ["AuthRuntime"], path: "Tests/Guides/TimesheetsService",
      swiftSettings: strict),
    .testTarget(
      name: "GuideTests",
      dependencies: ["AuthRuntime", "AuthTesting", "Greetings", "TestSupport", "TimesheetsService"],
      path: "Tests/Guides/Tests", swiftSettings: strictTests),
    .testTarget(
      name: "DecodingTests",
      dependencies: [
        "AuthRuntime", "AuthTesting", "ReferenceClients", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      path: "Tests/Decoding", swiftSettings: strictTests),
    .testTarget(
      name: "authctlTests",
      dependencies: [
        "authctl", "AuthMCPMessages", "AuthTesting", "ReferenceClients", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: generator),
      ],
      path: "Tests/authctl", exclude: ["Recorded"], swiftSettings: strictTests),
    // The app that a Linux desktop launches with a callback.
    .executableTarget(
      name: "handoff-probe", dependencies: ["AuthRuntime"], path: "Tests/HandOff/Probe", swiftSettings: strictTests),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "AuthDescriptor", "AuthRuntime", "AuthTesting", "authctl", "handoff-probe", "ReferenceClients", "session-probe",
        "TestSupport",
      ],
      path: "Tests/Integration", swiftSettings: strictTests),
  ] + [fuzzing] + [bundle].compactMap(\.self)
)
