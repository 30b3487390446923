// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the benchmarks' dependencies don't become dependencies of this package's users. It only
// builds the verification and the loopback listener, and the references jwt-kit and swift-crypto.
let package = Package(
  name: "runtime-benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-auth-generator", path: "../..", traits: ["AsyncHTTPClient", "Loopback"]),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "RuntimeBenchmarks",
      dependencies: [
        .product(name: "AuthRuntime", package: "swift-auth-generator"),
        .product(name: "AuthTesting", package: "swift-auth-generator"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ],
      path: "Sources",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
