// swift-tools-version: 6.2
import PackageDescription

// Links only the runtime and supplies its own transport. Without traits, SwiftPM doesn't even resolve the packages of
// the generator and AsyncHTTPClient.
let package = Package(
  name: "RuntimeOnly",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-auth-generator", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "RuntimeOnly",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
