/// The built-in templates, embedded so that a tool that is moved alone still has them.
public enum AuthTemplates {
  /// The text of every template by its name.
  public static let files: [String: String] = [
    "client.swift.stencil": text(PackageResources.client_swift_stencil),
    "provider.swift.stencil": text(PackageResources.provider_swift_stencil),
    "types.swift.stencil": text(PackageResources.types_swift_stencil),
    "details.swift.stencil": text(PackageResources.details_swift_stencil),
    "flows.swift.stencil": text(PackageResources.flows_swift_stencil),
    "backend.swift.stencil": text(PackageResources.backend_swift_stencil),
    "backchannel.swift.stencil": text(PackageResources.backchannel_swift_stencil),
    "firstparty.swift.stencil": text(PackageResources.firstparty_swift_stencil),
    "credential.swift.stencil": text(PackageResources.credential_swift_stencil),
    "requests.swift.stencil": text(PackageResources.requests_swift_stencil),
    "account.swift.stencil": text(PackageResources.account_swift_stencil),
    "resource.swift.stencil": text(PackageResources.resource_swift_stencil),
  ]

  /// The text of every template of tutorials and articles by its name.
  public static let tutorials: [String: String] = [
    "app.swift.stencil": text(PackageResources.app_swift_stencil),
    "chapter.svg.stencil": text(PackageResources.chapter_svg_stencil),
    "contents.tutorial.stencil": text(PackageResources.contents_tutorial_stencil),
    "explain.swift.stencil": text(PackageResources.explain_swift_stencil),
    "hooks.swift.stencil": text(PackageResources.hooks_swift_stencil),
    "package.swift.stencil": text(PackageResources.package_swift_stencil),
    "provider.md.stencil": text(PackageResources.provider_md_stencil),
    "providers.md.stencil": text(PackageResources.providers_md_stencil),
    "server.swift.stencil": text(PackageResources.server_swift_stencil),
    "session.tutorial.stencil": text(PackageResources.session_tutorial_stencil),
    "signin.tutorial.stencil": text(PackageResources.signin_tutorial_stencil),
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
