// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what the benchmarks need is nobody else's dependency. Nothing is built but what verifies and what
// listens at a loopback address, and jwt-kit and swift-crypto, the references.
let package = Package(
  name: "runtime-benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-auth-generator", path: "../..", traits: ["Loopback"]),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "RuntimeBenchmarks",
      dependencies: [
        .product(name: "AuthRuntime", package: "swift-auth-generator"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
