#if !Generator
  #error("authgen needs the trait 'Generator' of swift-auth-generator: add it, or use a prebuilt authgen")
#endif

/// The built-in descriptors, embedded so that a tool that is moved alone still has them.
///
/// `scripts/lib/embed-catalog` writes their list from the files in `Providers`.
public enum EmbeddedCatalog {
  /// A descriptor: the facts of the catalog's index, and the text.
  public struct Descriptor: Sendable, Hashable {
    /// The path in `Providers`, such as `families/oidc.yaml`.
    public let path: String
    /// The provider's name, such as `Auth0`. Lists show it without parsing the text.
    public let name: String
    /// The names of its variants, one per line.
    public let variants: String
    /// The hosts of its endpoints, without variables, one per line.
    public let hosts: String
    /// The date on which its sources were last read, such as `2026-09-01`.
    public let verified: String?
    /// The number of groups of facts that documentation confirms.
    public let confirmed: Int
    /// The number of groups of facts that state their source.
    public let groups: Int
    /// The whole file.
    public let text: String
  }
}
