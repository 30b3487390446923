// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TimesheetsService",
  platforms: [.macOS(.v13)],
  dependencies: [.package(path: "../swift-auth-generator")],
  targets: [
    .target(
      name: "TimesheetsService",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      plugins: [.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")]),
    .testTarget(
      name: "TimesheetsServiceTests",
      dependencies: ["TimesheetsService", .product(name: "AuthTesting", package: "swift-auth-generator")]),
  ]
)
