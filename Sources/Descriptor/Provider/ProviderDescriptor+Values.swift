import AuthConfiguration

extension ProviderDescriptor {
  /// A parameter of the authorization request.
  public struct Parameter: Sendable, Hashable {
    /// The type of a parameter's value.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A string, a Boolean, a whole number, a duration in whole seconds, a URL, an email address, or JSON in a
      /// string.
      case string, bool, int, seconds, url, email, json
      /// One of `values`.
      case `enum`
      /// Any number of `values`.
      case `set`
      /// A list of strings.
      case list
      /// Language tags (BCP 47).
      case locales
    }

    /// A request that can contain a parameter.
    public typealias Request = ProviderConfiguration.AuthorizationRules.Parameter.Request

    /// The name of the parameter in requests.
    public var name: String
    /// The name of the argument in Swift.
    public var swiftName: String
    /// The type of the value.
    public var kind: Kind
    /// The values of an enumeration, in the descriptor's order.
    public var values: [NamedValue]
    /// Whether the value is a constant. A constant doesn't have an argument.
    public var isConstant: Bool
    /// Whether the parameter is required. Without it, a call doesn't compile.
    public var isRequired: Bool
    /// The parameters that must accompany this one, because otherwise the server rejects it.
    public var requires: [String]
    /// The requests that contain the parameter.
    public var requests: [Request]
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// The scopes of one parameter.
  public struct Scopes: Sendable, Hashable {
    /// A scope that the descriptor lists.
    public struct Scope: Sendable, Hashable {
      /// The name of the scope in requests (RFC 6749 §3.3).
      public var name: String
      /// The name of the scope in Swift.
      public var caseName: String
      /// A human-readable description, in one sentence.
      public var doc: String?
      /// Whether every request includes the scope.
      public var isRequired: Bool
    }

    /// The group's name, or an empty string for the standard scopes.
    public var name: String
    /// The name of the generated type, such as `Scope`.
    public var swiftName: String
    /// Whether an app may also request scopes that aren't listed.
    public var isOpen: Bool
    /// The scopes that the descriptor lists, in its order.
    public var values: [Scope]
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// The claims about the user.
  public struct Claims: Sendable, Hashable {
    /// Groups of standard claims (OpenID Connect Core 1.0 §5.4).
    public enum Group: String, Sendable, Hashable, CaseIterable {
      /// The claims of the scope of the same name (OpenID Connect Core 1.0 §5.4).
      case profile, email, phone, address
    }

    /// The source of a claim.
    public enum Place: String, Sendable, Hashable, CaseIterable {
      /// The verified ID token.
      case idToken = "id_token"
      /// The response of the userinfo endpoint (OpenID Connect Core 1.0 §5.3).
      case userInfo = "userinfo"
      /// The access token, verified as a JWT.
      case accessToken = "access_token"
    }

    /// A claim that only this provider uses.
    public struct Custom: Sendable, Hashable {
      /// The name of the property in Swift.
      public var swiftName: String
      /// The name of the claim in the token, including its namespace.
      public var claim: String
      /// The Swift type of the value.
      public var type: ValueType
      /// The source of the claim.
      public var place: Place
      /// Whether the claim may be missing.
      public var isOptional: Bool
      /// A human-readable description, in one sentence.
      public var doc: String?
    }

    /// The groups of standard claims that the provider supports.
    public var standard: [Group] = []
    /// The provider's own claims, in the descriptor's order.
    public var custom: [Custom] = []
  }

  /// A known error of the provider.
  public struct KnownError: Sendable, Hashable {
    /// The provider's error code.
    public var code: String
    /// The name of the error in Swift.
    public var caseName: String
    /// A human-readable description of the error.
    public var summary: String
  }

  /// The information that tutorials need.
  public struct Docs: Sendable, Hashable {
    /// The provider's console, in which apps are registered.
    public struct Console: Sendable, Hashable {
      /// The provider's name for the console.
      public var name: String
      /// The console's `https` URL.
      public var url: String
    }

    /// A step of the registration.
    public enum Step: Sendable, Hashable {
      /// A sentence with instructions.
      case instruction(String)
      /// A field of the form and the value to enter. The list is empty if all platforms need the field.
      case field(String, value: String, platforms: [Platform] = [])

      /// Whether an app on this platform needs the step.
      public func isNeeded(on platform: Platform) -> Bool {
        guard case .field(_, _, let platforms) = self else { return true }
        return platforms.isEmpty || platforms.contains(platform)
      }
    }

    /// A platform of apps, as in the keys of `callbacks`.
    public enum Platform: String, Sendable, Hashable, CaseIterable {
      /// A platform, or a web app on a server.
      case ios, macos, android, linux, windows, web
    }

    /// The setting that a field controls. Failures mention the field by name.
    public enum Setting: String, Sendable, Hashable, CaseIterable {
      /// The callback URLs.
      case callbackURLs = "callback_urls"
      /// The URLs to which a sign-out may return.
      case logoutURLs = "logout_urls"
      /// The grants that the client may use.
      case grantTypes = "grant_types"
      /// The scopes that the client may request.
      case scopes
      /// The algorithm that signs ID tokens.
      case idTokenAlgorithm = "id_token_algorithm"
    }

    /// The time at which tutorials, or the client of this project's tests, are generated.
    public enum Tutorial: String, Sendable, Hashable, CaseIterable {
      /// They are generated when someone runs `authgen docs` or `authgen generate`.
      case onDemand = "on_demand"
      /// They are committed to this project, so every build contains them.
      case committed
    }

    /// The console in which apps are registered.
    public var console: Console?
    /// The steps of registering an app.
    public var register: [Step] = []
    /// The callback URLs, by platform.
    public var callbacks: [String: String] = [:]
    /// Links for further reading: URLs by title.
    public var links: [String: String] = [:]
    /// The differences on devices.
    public var native: String?
    /// The time at which tutorials are generated.
    public var tutorial = Tutorial.onDemand
    /// The time at which the client of this project's tests is generated.
    public var client = Tutorial.onDemand
    /// Whether the reviewed client is part of this project's tests, which their tutorials need.
    public var isReference: Bool { tutorial == .committed || client == .committed }
  }

  /// The sources of the descriptor.
  public struct Provenance: Sendable, Hashable {
    /// The URLs of the pages that the descriptor is based on.
    public var sources: [String] = []
    /// The date on which the sources were read, such as `2026-09-01`.
    public var verified: String?
    /// The place where the facts of each group of keys were read.
    public var facts: [FactGroup: Confirmation] = [:]
    /// The keys that no source confirms.
    public var unverified: [String] = []
    /// The reason for protection that is weaker than the standards require.
    public var reason: String?
    /// The reason that the authorization and token endpoints are on different domains.
    public var domains: String?
  }

  /// Sample responses of the provider, and the expected results of reading them.
  public struct Examples: Sendable, Hashable {
    /// The responses by kind: `token`, `token_error`, `refresh`, `callback`, `callback_error`, `userinfo`,
    /// `userinfo_error`, `emails`.
    public var bodies: [String: String] = [:]
    /// The claims of an ID token, as a JSON string.
    public var idToken: String?
    /// The expected results of reading the responses.
    public var expect = Expectation()

    /// The values that a client must read from the sample responses.
    public struct Expectation: Sendable, Hashable {
      /// The claims about the user, by name.
      public var user: [String: String] = [:]
      /// The granted scopes.
      public var scopes: [String]?
      /// The access token's lifetime, in seconds.
      public var expiresIn: Int?
      /// Additional members of the token response, by name.
      public var fields: [String: String] = [:]
      /// The provider's error code.
      public var error: String?
    }
  }
}
