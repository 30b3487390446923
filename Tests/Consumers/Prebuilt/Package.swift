// swift-tools-version: 6.2
import PackageDescription

// Uses the build plugin with a prebuilt tool (AUTHGEN_BUNDLE, or a release that names one). It needs no trait, so
// SwiftPM doesn't even resolve the generator's packages.
let package = Package(
  name: "Prebuilt",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-auth-generator", path: "../../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "Prebuilt",
      dependencies: [.product(name: "AuthRuntime", package: "swift-auth-generator")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")])
  ]
)
