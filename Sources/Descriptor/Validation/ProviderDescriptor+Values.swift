extension ProviderDescriptor {
  /// A parameter of the authorization request.
  public struct Parameter: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case string, bool, int, seconds, url
      /// One of `values`.
      case `enum`
      /// Any of `values`, separated by spaces.
      case `set`
      /// Words separated by spaces.
      case list
      /// Language tags (BCP 47) separated by spaces.
      case locales
    }

    /// One word that the parameter may have.
    public struct Value: Sendable, Hashable {
      public var word: String
      public var caseName: String
      public var doc: String?
    }

    public var name: String
    public var swiftName: String
    public var kind: Kind
    public var values: [Value]
    /// Parameters without which the server refuses this one.
    public var requires: [String]
    public var doc: String?
  }

  /// How scopes are spelled, and which are known.
  public struct Scopes: Sendable, Hashable {
    public struct Scope: Sendable, Hashable {
      public var name: String
      public var caseName: String
      public var doc: String?
      /// Added to every request.
      public var isRequired: Bool
    }

    public var defaults: [String]
    public var delimiter: String
    public var values: [Scope]
    /// The scope that asks for a refresh token.
    public var offline: String?
  }

  /// What a verified ID token says about the user.
  public struct Claims: Sendable, Hashable {
    /// Groups of standard claims (OpenID Connect Core 1.0 §5.4).
    public enum Group: String, Sendable, Hashable, CaseIterable {
      case profile, email
    }

    public struct Custom: Sendable, Hashable {
      public enum ClaimType: String, Sendable, Hashable, CaseIterable {
        case string, int, number, bool, date
        case strings = "[string]"
      }

      public var swiftName: String
      public var claim: String
      public var type: ClaimType
      public var isOptional: Bool
      public var doc: String?
    }

    public var standard: [Group]
    public var custom: [Custom]
  }

  /// An error that the provider is known to answer.
  public struct KnownError: Sendable, Hashable {
    public enum Recovery: String, Sendable, Hashable, CaseIterable {
      case retry, reauthenticate
      case retryLater = "retry_later"
      case fixConfiguration = "fix_configuration"
      case contactAdministrator = "contact_admin"
      case contactUser = "contact_user"
      case requestConsent = "request_consent"
      case updateApp = "update_app"
    }

    public var code: String
    public var caseName: String
    public var recovery: Recovery
    /// What it means, for people.
    public var summary: String
  }

  /// What a tutorial needs to know.
  public struct Docs: Sendable, Hashable {
    public struct Console: Sendable, Hashable {
      public var name: String
      public var url: String
    }

    /// A step of the registration.
    public enum Step: Sendable, Hashable {
      case instruction(String)
      case field(String, value: String)
    }

    public var console: Console?
    public var register: [Step]
    /// Callback URL by platform.
    public var callbacks: [String: String]
    public var links: [String: String]
  }

  /// Where the facts come from.
  public struct Provenance: Sendable, Hashable {
    public var sources: [String]
    /// The day the sources were read, as `2026-09-01`.
    public var verified: String?
    /// What no source confirms.
    public var unverified: [String]
    public var reason: String?
  }
}
