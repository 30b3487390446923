#if Loopback && !os(Windows)
  import AuthRuntime

  /// An error that a scripted provider produces on demand.
  public enum ScriptedFault: Sendable, Hashable {
    /// ID tokens are invalid.
    case idToken(TokenFault)
    /// Access tokens that are JWTs are invalid.
    case accessToken(TokenFault)
    /// The user denies access.
    case denial
    /// A sign-in doesn't satisfy the demand of an API (RFC 9470).
    case stepUp(StepUpFault)
    /// An endpoint's responses don't arrive intact.
    case response(ResponseFault, of: Endpoint)

    /// The error in a signed token that is otherwise valid.
    public enum TokenFault: Sendable, Hashable, CaseIterable {
      /// It's signed with a different key that has the same ID.
      case signature
      /// `nonce` has a different value. Only ID tokens have a nonce.
      case nonce
      /// `iss` names a different issuer.
      case issuer
      /// `aud` names a different audience.
      case audience
      /// `exp` was an hour ago.
      case expired
    }

    /// The way in which a sign-in falls short of its request.
    public enum StepUpFault: Sendable, Hashable, CaseIterable {
      /// `acr` isn't one of the requested values.
      case acr
      /// `auth_time` was a day ago.
      case authenticationTime
      /// Only the first requested scope is granted.
      case scope
    }

    /// The error in the delivery of a response.
    public enum ResponseFault: Sendable, Hashable {
      /// The request is processed, but the connection closes without a response.
      case lost
      /// The request is processed, but the response arrives late.
      case delayed(Duration)
      /// The request is processed, but the second half of the response never arrives.
      case stalled
      /// The request is processed, but the response is cut off in the middle.
      case truncated
      /// The response is 2 MiB instead of a few hundred bytes. The request isn't processed.
      case oversized
      /// The response is an HTML page with status 200. The request isn't processed.
      case html
      /// The response has status 429 and the time to wait. The request isn't processed.
      case rateLimited(retryAfter: Duration)
      /// The response has status 503. The request isn't processed.
      case unavailable
    }
  }

  /// The way a scripted provider handles refresh tokens (RFC 9700 §4.14.2).
  public enum RefreshRotation: Sendable, Hashable {
    /// The same token stays valid.
    case none
    /// Each token can be used once. Reuse is rejected without further consequences.
    case oneUse
    /// Each token can be used once. Reuse ends the session and invalidates all its refresh tokens. During the overlap
    /// after its first use, the token before the newest may be used again, as with Auth0.
    case reuseDetected(overlap: Duration = .zero)
    /// Each token can be used once. Within this time after its first use, the token before the newest gets the tokens
    /// of the first response again, with an ID token whose `at_hash` belongs to another access token, as at
    /// django-oauth-toolkit. Any other reuse ends the session.
    case repeated(within: Duration)
  }
#endif
