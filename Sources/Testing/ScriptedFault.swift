#if Loopback && !os(Windows)
  import AuthRuntime

  /// What a scripted provider does wrong on demand.
  public enum ScriptedFault: Sendable, Hashable {
    /// ID tokens are wrong.
    case idToken(TokenFault)
    /// Access tokens that are JWTs are wrong.
    case accessToken(TokenFault)
    /// The user says no.
    case denial
    /// An endpoint's answers do not arrive as they should.
    case response(ResponseFault, of: Endpoint)

    /// What is wrong with a signed token. All else about it is right.
    public enum TokenFault: Sendable, Hashable, CaseIterable {
      /// It is signed with another key of the same name.
      case signature
      /// `nonce` is another one. Only an ID token has one.
      case nonce
      /// `iss` is somebody else.
      case issuer
      /// `aud` is somebody else.
      case audience
      /// `exp` was an hour ago.
      case expired
    }

    /// What becomes of an answer.
    public enum ResponseFault: Sendable, Hashable {
      /// The request is carried out, and the connection closed without an answer.
      case lost
      /// The request is carried out, and the answer comes late.
      case delayed(Duration)
      /// The request is carried out, and the second half of the answer never comes.
      case stalled
      /// The request is carried out, and the answer cut off in the middle.
      case truncated
      /// 2 MiB where a few hundred bytes are expected. The request is not carried out.
      case oversized
      /// A page for people, with status 200. The request is not carried out.
      case html
      /// 429, with the time to wait. The request is not carried out.
      case rateLimited(retryAfter: Duration)
      /// 503. The request is not carried out.
      case unavailable
    }
  }

  /// How a scripted provider treats refresh tokens (RFC 9700 §4.14.2).
  public enum RefreshRotation: Sendable, Hashable {
    /// The same token stays good.
    case none
    /// Each is good once. Using one again is rejected, and does no harm.
    case oneUse
    /// Each is good once. Using one again ends the session, with every refresh token that came of it; but for so long after its
    /// first use the token before the newest may be used again, as at Auth0.
    case reuseDetected(overlap: Duration = .zero)
    /// Each is good once. Within this time after its first use, the token before the newest gets the tokens of the first response
    /// again, with an ID token whose `at_hash` belongs to another access token, as at django-oauth-toolkit. Every other reuse
    /// ends the session.
    case repeated(within: Duration)
  }
#endif
