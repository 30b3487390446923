#if !Generator
  #error("authgen needs the trait 'Generator' of swift-auth-generator: add it, or use a prebuilt authgen")
#endif

/// The built-in descriptors, embedded so that a tool that is moved alone still has them.
public enum AuthCatalog {
  /// The text of every built-in descriptor by its path, such as `families/oidc.yaml`.
  public static let files: [String: String] = [
    "apple.yaml": text(PackageResources.apple_yaml),
    "auth0.yaml": text(PackageResources.auth0_yaml),
    "cognito.yaml": text(PackageResources.cognito_yaml),
    "discord.yaml": text(PackageResources.discord_yaml),
    "github.yaml": text(PackageResources.github_yaml),
    "google.yaml": text(PackageResources.google_yaml),
    "keycloak.yaml": text(PackageResources.keycloak_yaml),
    "microsoft-entra-id.yaml": text(PackageResources.microsoft_entra_id_yaml),
    "scalekit.yaml": text(PackageResources.scalekit_yaml),
    "shopify.yaml": text(PackageResources.shopify_yaml),
    "slack.yaml": text(PackageResources.slack_yaml),
    "tiktok.yaml": text(PackageResources.tiktok_yaml),
    "zitadel.yaml": text(PackageResources.zitadel_yaml),
    "families/oauth2.yaml": text(PackageResources.oauth2_yaml),
    "families/oidc.yaml": text(PackageResources.oidc_yaml),
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
