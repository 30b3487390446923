// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the benchmarks' dependencies don't become dependencies of this package's users.
let package = Package(
  name: "api-benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "swift-auth-generator", path: "../.."),
    .package(name: "swift-auth-examples", path: "../../Examples"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "APIBenchmarks",
      dependencies: [
        .product(name: "AuthRuntime", package: "swift-auth-generator"),
        .product(name: "AuthTesting", package: "swift-auth-generator"),
        // The API and its descriptor.
        .product(name: "TimesheetsAPI", package: "swift-auth-examples"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
