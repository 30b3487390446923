// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
let runtime: Target.Dependency = .product(name: "AuthRuntime", package: "swift-auth-generator")
let plugin: Target.PluginUsage = .plugin(name: "AuthGeneratorPlugin", package: "swift-auth-generator")

// The ways in which apps use the package, one target each. `scripts/check-consumers` builds and runs them.
let package = Package(
  name: "Consumers",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-auth-generator", path: "../.."),
    .package(path: "ProviderPack"),
  ],
  targets: [
    // One line of YAML that names a provider of the catalog.
    .executableTarget(name: "CatalogApp", dependencies: [runtime], swiftSettings: strict, plugins: [plugin]),
    // A custom provider and a custom template.
    .executableTarget(name: "OwnProvider", dependencies: [runtime], swiftSettings: strict, plugins: [plugin]),
    // Generated code that is committed. `swift package generate-auth-clients` writes it.
    .executableTarget(
      name: "CommittedApp", dependencies: [runtime], exclude: ["Keycloak.auth.yaml"], swiftSettings: strict),
    // A library with a public client, in a package that exports nothing by accident.
    .target(
      name: "PublicLibrary", dependencies: [runtime],
      swiftSettings: strict + [.enableUpcomingFeature("InternalImportsByDefault")], plugins: [plugin]),
    .executableTarget(name: "LibraryUser", dependencies: ["PublicLibrary"], swiftSettings: strict),
    // Two clients for a provider that a company describes in its own package.
    .executableTarget(
      name: "PackUser", dependencies: [runtime, .product(name: "AcmeProviders", package: "ProviderPack")],
      swiftSettings: strict, plugins: [plugin]),
  ]
)
