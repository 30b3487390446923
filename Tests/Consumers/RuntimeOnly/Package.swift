// swift-tools-version: 6.2
import PackageDescription

// A consumer that links the runtime and nothing else, as an app with committed generated code would.
let package = Package(
  name: "RuntimeOnly",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-auth-generator", path: "../../..")],
  targets: [
    .executableTarget(
      name: "RuntimeOnly",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
