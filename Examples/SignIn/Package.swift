// swift-tools-version: 6.2
import PackageDescription

// The traits that a desktop app on Linux needs. With AUTH_TRAITS=all, the example uses the modules that the repository's
// scripts have already compiled, because with other traits, everything would be compiled again.
let traits: Set<Package.Dependency.Trait> =
  Context.environment["AUTH_TRAITS"] == "all" ? [.defaults] : ["Curl", "Loopback"]

let package = Package(
  name: "SignIn",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "swift-auth-generator", path: "../..", traits: traits),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "SignIn",
      dependencies: [
        .product(name: "AuthRuntime", package: "swift-auth-generator"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: ".", sources: ["SignIn.swift", "Generated"],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
