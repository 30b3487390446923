import AuthConfiguration

extension ProviderDescriptor {
  /// A parameter of the authorization request.
  public struct Parameter: Sendable, Hashable {
    /// What a parameter's value is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Text, a truth value, a whole number, a duration in whole seconds, a URL, an e-mail address, or JSON as text.
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

    /// The requests that a parameter can travel with.
    public typealias Request = ProviderConfiguration.AuthorizationRules.Parameter.Request

    /// What it is called on the wire.
    public var name: String
    /// What the argument is called in Swift.
    public var swiftName: String
    /// What its value is.
    public var kind: Kind
    /// The values of an enumeration, in the descriptor's order.
    public var values: [Word]
    /// Sent without being asked for: no argument.
    public var isConstant: Bool
    /// Whether a call without it does not compile.
    public var isRequired: Bool
    /// Parameters without which the server rejects this one.
    public var requires: [String]
    /// The requests that carry it.
    public var requests: [Request]
    /// A sentence for people.
    public var doc: String?
  }

  /// The scopes of one parameter.
  public struct Scopes: Sendable, Hashable {
    /// One scope that the descriptor names.
    public struct Scope: Sendable, Hashable {
      /// What it is called on the wire (RFC 6749 §3.3).
      public var name: String
      /// What it is called in Swift.
      public var caseName: String
      /// A sentence for people.
      public var doc: String?
      /// Added to every request.
      public var isRequired: Bool
    }

    /// The group's name; empty for the standard scopes.
    public var name: String
    /// The name of the generated type, such as `Scope`.
    public var swiftName: String
    /// Scopes that are not listed may be asked for too.
    public var isOpen: Bool
    /// The scopes that the descriptor names, in its order.
    public var values: [Scope]
    /// A sentence for people.
    public var doc: String?
  }

  /// What is known about the user.
  public struct Claims: Sendable, Hashable {
    /// Groups of standard claims (OpenID Connect Core 1.0 §5.4).
    public enum Group: String, Sendable, Hashable, CaseIterable {
      /// The claims of the scope of the same name (OpenID Connect Core 1.0 §5.4).
      case profile, email, phone, address
    }

    /// Where a claim stands.
    public enum Place: String, Sendable, Hashable, CaseIterable {
      /// The verified ID token.
      case idToken = "id_token"
      /// The answer of the userinfo endpoint (OpenID Connect Core 1.0 §5.3).
      case userInfo = "userinfo"
      /// The access token, verified as a JWT.
      case accessToken = "access_token"
    }

    /// A claim that is the provider's own.
    public struct Custom: Sendable, Hashable {
      /// What the property is called in Swift.
      public var swiftName: String
      /// The name in the token, the namespace in front of it.
      public var claim: String
      /// The Swift type of its value.
      public var type: ValueType
      /// Where it is read from.
      public var place: Place
      /// Whether a user without it is still a user.
      public var isOptional: Bool
      /// A sentence for people.
      public var doc: String?
    }

    /// The groups of standard claims that the provider knows.
    public var standard: [Group] = []
    /// The provider's own claims, in the descriptor's order.
    public var custom: [Custom] = []
  }

  /// An error that the provider is known to answer.
  public struct KnownError: Sendable, Hashable {
    /// The error as the provider spells it.
    public var code: String
    /// What it is called in Swift.
    public var caseName: String
    /// What it means, for people.
    public var summary: String
  }

  /// What a tutorial needs to know.
  public struct Docs: Sendable, Hashable {
    /// The provider's page where apps are registered.
    public struct Console: Sendable, Hashable {
      /// What the provider calls it.
      public var name: String
      /// Its address, `https`.
      public var url: String
    }

    /// A step of the registration.
    public enum Step: Sendable, Hashable {
      /// A sentence that says what to do.
      case instruction(String)
      /// A field of the form and what to enter.
      case field(String, value: String)
    }

    /// What a field decides, so that failures can name it.
    public enum Setting: String, Sendable, Hashable, CaseIterable {
      /// Callback URLs.
      case callbackURLs = "callback_urls"
      /// URLs to return to after a sign-out.
      case logoutURLs = "logout_urls"
      /// The flows that the client may use.
      case grantTypes = "grant_types"
      /// The scopes that the client may ask for.
      case scopes
      /// The algorithm that ID tokens are signed with.
      case idTokenAlgorithm = "id_token_algorithm"
    }

    /// When the tutorials are written.
    public enum Tutorial: String, Sendable, Hashable, CaseIterable {
      /// When someone runs `authgen docs`.
      case onDemand = "on_demand"
      /// They are files of the documentation, so that every build of it contains them.
      case committed
    }

    /// The page where apps are registered.
    public var console: Console?
    /// How to register an app, step by step.
    public var register: [Step] = []
    /// Callback URL by platform.
    public var callbacks: [String: String] = [:]
    /// Further pages: their addresses by what to call them.
    public var links: [String: String] = [:]
    /// What differs on devices.
    public var native: String?
    /// When the tutorials are written.
    public var tutorial = Tutorial.onDemand
  }

  /// Where the facts come from.
  public struct Provenance: Sendable, Hashable {
    /// Addresses of the pages that the facts were read from.
    public var sources: [String] = []
    /// The day the sources were read, as `2026-09-01`.
    public var verified: String?
    /// What no source confirms.
    public var unverified: [String] = []
    /// Why something is weaker than the standards.
    public var reason: String?
    /// Why authorization and tokens stand on different domains.
    public var domains: String?
  }

  /// Bodies as the provider sends them, and what they mean.
  public struct Examples: Sendable, Hashable {
    /// By kind: `token`, `token_error`, `refresh`, `callback`, `callback_error`, `userinfo`, `userinfo_error`, `emails`.
    public var bodies: [String: String] = [:]
    /// Claims of an ID token, as a JSON text.
    public var idToken: String?
    /// What the answers mean.
    public var expect = Expectation()

    /// What a client must read out of the answers shown.
    public struct Expectation: Sendable, Hashable {
      /// Facts about the user, by the claim's name.
      public var user: [String: String] = [:]
      /// The granted scopes.
      public var scopes: [String]?
      /// The access token's lifetime, in seconds.
      public var expiresIn: Int?
      /// Further members of the token answer, by their names.
      public var fields: [String: String] = [:]
      /// The provider's error.
      public var error: String?
    }
  }
}
