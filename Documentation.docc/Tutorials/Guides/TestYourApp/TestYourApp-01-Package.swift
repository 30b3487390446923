// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Greetings",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/OWNER/swift-auth-generator", branch: "main")],
  targets: [
    .target(
      name: "Greetings",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      plugins: [.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")]),
    .testTarget(
      name: "GreetingsTests",
      dependencies: ["Greetings", .product(name: "AuthTesting", package: "swift-auth-generator")]),
  ]
)
