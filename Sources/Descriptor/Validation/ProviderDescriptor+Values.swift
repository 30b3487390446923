import AuthConfiguration

extension ProviderDescriptor {
  /// A parameter of the authorization request.
  public struct Parameter: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      case string, bool, int, seconds, url, email, json
      /// One of `values`.
      case `enum`
      /// Any of `values`.
      case `set`
      /// Words.
      case list
      /// Language tags (BCP 47).
      case locales
    }

    public typealias Request = ProviderConfiguration.AuthorizationRules.Parameter.Request

    public var name: String
    public var swiftName: String
    public var kind: Kind
    public var values: [Word]
    /// Sent without being asked for: no argument.
    public var isConstant: Bool
    public var isRequired: Bool
    /// Parameters without which the server refuses this one.
    public var requires: [String]
    /// The requests that carry it.
    public var requests: [Request]
    public var doc: String?
  }

  /// The scopes of one parameter.
  public struct Scopes: Sendable, Hashable {
    public struct Scope: Sendable, Hashable {
      public var name: String
      public var caseName: String
      public var doc: String?
      /// Added to every request.
      public var isRequired: Bool
    }

    /// The group's name; empty for the standard scopes.
    public var name: String
    public var swiftName: String
    /// Scopes that are not listed may be asked for too.
    public var isOpen: Bool
    public var values: [Scope]
    public var doc: String?
  }

  /// What is known about the user.
  public struct Claims: Sendable, Hashable {
    /// Groups of standard claims (OpenID Connect Core 1.0 §5.4).
    public enum Group: String, Sendable, Hashable, CaseIterable {
      case profile, email, phone, address
    }

    /// Where a claim stands.
    public enum Place: String, Sendable, Hashable, CaseIterable {
      case idToken = "id_token"
      case userInfo = "userinfo"
      case accessToken = "access_token"
    }

    public struct Custom: Sendable, Hashable {
      public var swiftName: String
      /// The name in the token, the namespace in front of it.
      public var claim: String
      public var type: ValueType
      public var place: Place
      public var isOptional: Bool
      public var doc: String?
    }

    public var standard: [Group]
    public var custom: [Custom]
  }

  /// An error that the provider is known to answer.
  public struct KnownError: Sendable, Hashable {
    public var code: String
    public var caseName: String
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
    /// What differs on devices.
    public var native: String?
  }

  /// Where the facts come from.
  public struct Provenance: Sendable, Hashable {
    public var sources: [String]
    /// The day the sources were read, as `2026-09-01`.
    public var verified: String?
    /// What no source confirms.
    public var unverified: [String]
    /// Why something is weaker than the standards.
    public var reason: String?
    /// Why authorization and tokens stand on different domains.
    public var domains: String?
  }

  /// Bodies as the provider sends them, and what they mean.
  public struct Examples: Sendable, Hashable {
    /// By kind: `token`, `token_error`, `refresh`, `callback`, `callback_error`, `userinfo`, `userinfo_error`, `emails`.
    public var bodies: [String: String]
    /// Claims of an ID token, as a JSON text.
    public var idToken: String?
    public var expect: Expectation

    public struct Expectation: Sendable, Hashable {
      public var user: [String: String]
      public var scopes: [String]?
      public var expiresIn: Int?
      public var fields: [String: String]
      public var error: String?
    }
  }
}
