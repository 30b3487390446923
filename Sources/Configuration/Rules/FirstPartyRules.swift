extension ProviderConfiguration {
  /// The rules for sign-ins without a browser, in the app of the provider itself (draft-ietf-oauth-first-party-apps).
  ///
  /// The specification is a draft, so these rules can change with it.
  public struct FirstPartyRules: RuleGroup {
    /// The ways to start a sign-in, each with its first request.
    public var starts: [FirstPartyStep] = []
    /// The steps that may follow.
    public var steps: [FirstPartyStep] = []
    /// The steps that a server demands with an error, by its code. `insufficient_authorization` demands any of the steps,
    /// unless it's listed.
    public var demands: [String: [String]] = [:]

    public init() {}
  }

  /// A request with values from the user, and the steps that may follow it.
  public struct FirstPartyStep: RuleItem {
    /// The name of the step.
    public var name: String
    /// The provider's own endpoint for the step, or `nil` for the authorization challenge endpoint.
    public var endpoint: TextTemplate?
    /// The grant type, if the step is a request to the token endpoint.
    public var grantType: String?
    /// The method of a request to the provider's own endpoint.
    public var method: Method
    /// The encoding of a request to the provider's own endpoint.
    public var encoding: RequestEncoding
    /// Header fields of a request to the provider's own endpoint.
    public var headers: [String: TextTemplate]
    /// Whether the request contains the scopes, the requested access, and the parameters for this flow. The first request
    /// to the authorization challenge endpoint always contains them.
    public var requestsAccess: Bool
    /// The parameters of the request.
    public var parameters: [AuthorizationRules.Parameter]
    /// The steps that may follow if the server accepts the request but responds with neither a code nor tokens.
    public var next: [String]

    /// Creates a step at the authorization challenge endpoint.
    public init(
      name: String, endpoint: TextTemplate? = nil, grantType: String? = nil, method: Method = .post,
      encoding: RequestEncoding = .form, headers: [String: TextTemplate] = [:], requestsAccess: Bool = false,
      parameters: [AuthorizationRules.Parameter] = [], next: [String] = []
    ) {
      self.name = name
      self.endpoint = endpoint
      self.grantType = grantType
      self.method = method
      self.encoding = encoding
      self.headers = headers
      self.requestsAccess = requestsAccess
      self.parameters = parameters
      self.next = next
    }

    public static var standard: Self { Self(name: "") }
  }
}

extension ProviderConfiguration.FirstPartyStep {
  /// Whether the request goes to the authorization challenge endpoint.
  public var usesChallengeEndpoint: Bool { endpoint == nil && grantType == nil }

  /// The parameters that the app passes.
  package var inputs: [ProviderConfiguration.AuthorizationRules.Parameter] {
    parameters.filter { $0.constant == nil }
  }

  /// The names of earlier values that the request contains.
  package var neededValues: [String] {
    let templates = parameters.compactMap(\.constant) + headers.values
    return templates.flatMap(\.placeholders).compactMap { name in
      name.hasPrefix(Self.group) ? String(name.dropFirst(Self.group.count)) : nil
    }
  }

  /// The prefix of earlier values in templates.
  private static let group = "first_party."
}

extension ProviderConfiguration.FirstPartyRules {
  /// The error with which a server demands another step (draft-ietf-oauth-first-party-apps §5.2.2.1).
  package static let standardDemand = "insufficient_authorization"
  /// The error with which a server demands that the user continues in a browser (§5.2.2.1.1).
  package static let webDemand = "redirect_to_web"

  /// All requests.
  package var all: [ProviderConfiguration.FirstPartyStep] { starts + steps }

  /// Whether a request goes to the authorization challenge endpoint.
  package var usesChallengeEndpoint: Bool { all.contains(where: \.usesChallengeEndpoint) }

  /// Returns the names of the steps that an error demands, or `nil` if it isn't a demand.
  package func steps(demandedBy code: String) -> [String]? {
    demands[code] ?? (code == Self.standardDemand ? steps.map(\.name) : nil)
  }
}
