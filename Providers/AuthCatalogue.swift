/// The built-in descriptors, embedded so that a tool that is moved alone still has them.
public enum AuthCatalogue {
  /// The text of every built-in descriptor by its path, such as `families/oidc.yaml`.
  public static let files: [String: String] = [
    "auth0.yaml": text(PackageResources.auth0_yaml),
    "scalekit.yaml": text(PackageResources.scalekit_yaml),
    "families/oauth2.yaml": text(PackageResources.oauth2_yaml),
    "families/oidc.yaml": text(PackageResources.oidc_yaml),
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
