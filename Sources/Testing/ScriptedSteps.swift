#if Loopback && !os(Windows)
  import AuthRuntime

  /// The way a scripted provider signs users in without a browser (draft-ietf-oauth-first-party-apps, a draft).
  public struct ScriptedSteps: Sendable {
    /// An error that demands another step.
    public struct Demand: Sendable {
      /// The error code.
      public var error: String
      /// The other members of the response. Later requests may refer to their strings.
      public var members: [String: JSONValue]
      /// The status of the response.
      public var status: Int

      /// Creates a demand.
      public init(
        _ error: String = "insufficient_authorization", members: [String: JSONValue] = [:], status: Int = 403
      ) {
        (self.error, self.members, self.status) = (error, members, status)
      }
    }

    /// The values that the user knows, by the names of their parameters. Other values of these parameters are rejected.
    public var values: [String: String] = [:]
    /// The demands before the server issues a code or tokens, in order. By default, the authorization challenge endpoint
    /// demands one step, and grants demand none.
    public var demands: [Demand]?
    /// The responses of the provider's own endpoints, by the name of the step. By default, they contain the values that
    /// the next steps need.
    public var responses: [String: JSONValue] = [:]
    /// The number of times that a grant must wait for the user on another device.
    public var waits = 0
    /// Whether token responses contain an `auth_session`, with which a later sign-in of the same user has only
    /// ``laterDemands`` (§5.3.1).
    public var keepsSessions = false
    /// The demands of a sign-in that continues an earlier one, in order.
    public var laterDemands: [Demand] = []
    /// The callback URL of a request that the browser continues. Without it, the client starts a new request.
    public var callbackURL: String?

    /// Creates the steps of a server that accepts any value.
    public init() {}
  }

  extension ScriptedFault {
    /// The behavior of a server towards a sign-in without a browser (draft-ietf-oauth-first-party-apps, a draft).
    public enum FirstPartyFault: Sendable, Hashable, CaseIterable {
      /// Each input leads to another demand.
      case endless
      /// The server demands a browser.
      case redirectToWeb
      /// The server has forgotten the sign-in.
      case sessionExpired
      /// The token endpoint demands another step for the code.
      case tokenDemand
      /// The token endpoint demands another step for the refresh token.
      case refreshDemand
    }
  }
#endif
