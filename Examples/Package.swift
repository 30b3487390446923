// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
let runtime = Target.Dependency.product(name: "AuthRuntime", package: "swift-auth-generator")
let testing = Target.Dependency.product(name: "AuthTesting", package: "swift-auth-generator")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let web = ["AuthWeb", "AuthHummingbird", "AuthSQLite"].map {
  Target.Dependency.product(name: $0, package: "swift-auth-generator")
}
let postgres = Target.Dependency.product(
  name: "AuthPostgres", package: "swift-auth-generator", condition: .when(traits: ["PostgreSQL"]))
let generator = Target.PluginUsage.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")
// The repository's scripts enable all traits. The same traits in another order would compile everything again.
let traits: Set<Package.Dependency.Trait> =
  Context.environment["AUTH_TRAITS"] == "all"
  ? [.defaults]
  : [.defaults, "Hummingbird", "SQLite", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]

// A separate package, so that the examples' dependencies don't become dependencies of this package's users. `SignIn` has
// its own package, because it needs fewer traits.
let package = Package(
  name: "swift-auth-examples",
  platforms: [.macOS(.v14)],
  products: [.library(name: "TimesheetsAPI", targets: ["TimesheetsAPI", "TimesheetsAuth"])],
  traits: [.trait(name: "PostgreSQL", description: "Sessions of the web app in PostgreSQL. Needs libpq.")],
  dependencies: [
    .package(name: "swift-auth-generator", path: "..", traits: traits),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
  ],
  targets: [
    // The API of the article "Protect an API".
    .executableTarget(
      name: "HelloAPI", dependencies: [runtime, hummingbird], path: "HelloAPI", swiftSettings: strict,
      plugins: [generator]),

    // The web app of the article "Sign in on a web server".
    .executableTarget(
      name: "WebApp", dependencies: [runtime, hummingbird, logging, postgres] + web, path: "WebApp",
      swiftSettings: strict,
      plugins: [generator]),

    // A server of the Model Context Protocol: the article "Connect to MCP servers".
    .executableTarget(
      name: "MCPServer", dependencies: [runtime, hummingbird], path: "MCPServer", swiftSettings: strict),
    .testTarget(
      name: "MCPServerTests", dependencies: ["MCPServer", runtime, testing, hummingbird], path: "MCPServerTests",
      swiftSettings: strict),

    // Timesheets: an API, and a desktop app that calls it. Both are generated from one descriptor.
    .target(
      name: "TimesheetsAuth", dependencies: [runtime], path: "Timesheets/Auth", swiftSettings: strict,
      plugins: [generator]),
    .target(
      name: "TimesheetsAPI", dependencies: ["TimesheetsAuth", runtime, hummingbird], path: "Timesheets/API",
      swiftSettings: strict),
    .executableTarget(
      name: "timesheets-server", dependencies: ["TimesheetsAPI", "TimesheetsAuth", runtime, hummingbird, arguments],
      path: "Timesheets/Server", swiftSettings: strict),
    .executableTarget(
      name: "timesheets", dependencies: ["TimesheetsAuth", runtime, arguments], path: "Timesheets/App",
      swiftSettings: strict),
    .testTarget(
      name: "TimesheetsTests",
      dependencies: [
        "TimesheetsAPI", "TimesheetsAuth", runtime, testing, hummingbird,
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ],
      path: "Timesheets/Tests", swiftSettings: strict),
  ]
)
