// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MicrosoftEntraIDVersion1Tutorial",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/OWNER/swift-auth-generator", branch: "main")],
  targets: [
    .executableTarget(
      name: "App",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      plugins: [.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")])
  ]
)
