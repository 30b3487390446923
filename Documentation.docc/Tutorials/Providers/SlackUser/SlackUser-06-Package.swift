// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SlackUserTutorial",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-auth-generator", path: "../swift-auth-generator")],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      plugins: [.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")])
  ]
)
