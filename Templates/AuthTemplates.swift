/// The built-in templates, embedded so that a tool that is moved alone still has them.
public enum AuthTemplates {
  /// The text of every template by its name.
  public static let files: [String: String] = [
    "client.swift.stencil": text(PackageResources.client_swift_stencil),
    "provider.swift.stencil": text(PackageResources.provider_swift_stencil),
    "types.swift.stencil": text(PackageResources.types_swift_stencil),
    "flows.swift.stencil": text(PackageResources.flows_swift_stencil),
    "credential.swift.stencil": text(PackageResources.credential_swift_stencil),
    "resource.swift.stencil": text(PackageResources.resource_swift_stencil),
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
