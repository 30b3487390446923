// swift-tools-version: 6.2
import PackageDescription

// A provider pack: a package that a company ships so that all its apps sign in the same way. The descriptors are in
// `AuthProviders`.
let package = Package(
  name: "ProviderPack",
  products: [.library(name: "AcmeProviders", targets: ["AcmeProviders"])],
  targets: [.target(name: "AcmeProviders", exclude: ["AuthProviders"])]
)
