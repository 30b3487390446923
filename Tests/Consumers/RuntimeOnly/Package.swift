// swift-tools-version: 6.2
import PackageDescription

// A consumer that links the runtime and nothing else, and brings a transport of its own. Without traits not even the packages
// of the generator and of AsyncHTTPClient are resolved.
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
