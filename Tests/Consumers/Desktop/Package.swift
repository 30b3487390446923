// swift-tools-version: 6.2
import PackageDescription

// An app for the Linux desktop, with the traits that compile the least.
let package = Package(
  name: "Desktop",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-auth-generator", path: "../../..", traits: ["Curl", "Loopback"])],
  targets: [
    .executableTarget(
      name: "Desktop",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
