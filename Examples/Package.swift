// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what the examples need is nobody else's dependency.
let package = Package(
  name: "swift-auth-examples",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-auth-generator", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "SignIn",
      dependencies: [
        .product(name: "AuthRuntime", package: "swift-auth-generator"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "SignIn",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
