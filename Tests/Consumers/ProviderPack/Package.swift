// swift-tools-version: 6.2
import PackageDescription

// A provider pack: what a company ships so that its apps sign in alike. The descriptors stand in `AuthProviders`.
let package = Package(
  name: "ProviderPack",
  products: [.library(name: "AcmeProviders", targets: ["AcmeProviders"])],
  targets: [.target(name: "AcmeProviders", exclude: ["AuthProviders"])]
)
