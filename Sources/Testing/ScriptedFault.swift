#if Loopback && !os(Windows)
  import AuthRuntime

  /// An error that a scripted provider produces on demand.
  public enum ScriptedFault: Sendable, Hashable {
    /// ID tokens are invalid.
    case idToken(TokenFault)
    /// Access tokens that are JWTs are invalid.
    case accessToken(TokenFault)
    /// The encryption of ID tokens is wrong. It needs ``ScriptedProvider/Script/encrypter``.
    case encryption(EncryptionFault)
    /// The user denies access.
    case denial
    /// A pushed or signed authorization request is rejected.
    case request(RequestFault)
    /// Signed authorization responses are invalid.
    case signedResponse(SignedResponseFault)
    /// A sign-in doesn't satisfy the demand of an API (RFC 9470).
    case stepUp(StepUpFault)
    /// An endpoint's responses don't arrive intact.
    case response(ResponseFault, of: Endpoint)
    /// The server handles proofs of possession unexpectedly.
    case dpop(DPoPFault)
    /// A sign-in that the user approves on their device doesn't succeed at once.
    case backchannel(BackchannelFault)
    /// A sign-in without a browser doesn't succeed at once.
    case firstParty(FirstPartyFault)
    /// A token exchange or the grant of a service account fails.
    case exchange(ExchangeFault)

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

    /// The reason to reject an authorization request.
    public enum RequestFault: Sendable, Hashable, CaseIterable {
      /// The pushed authorization request endpoint responds with `invalid_request`.
      case invalid
      /// The reference to a pushed request has expired when the browser arrives.
      case expired
      /// Another browser has already used the reference to a pushed request.
      case used
    }

    /// The error in a signed authorization response (JARM §2.4).
    public enum SignedResponseFault: Sendable, Hashable, CaseIterable {
      /// `iss` is missing.
      case missingIssuer
      /// `iss` names a different issuer.
      case issuer
      /// `aud` is missing.
      case missingAudience
      /// `aud` names a different client.
      case audience
      /// `exp` is missing.
      case missingExpiry
      /// `exp` was an hour ago.
      case expired
      /// It's signed with a different key that has the same ID.
      case signature
      /// Its algorithm is `none`, and it has no signature.
      case unsigned
      /// It's encrypted.
      case encrypted
      /// The parameters aren't in a JWT.
      case plain
    }

    /// The behavior of a server towards proofs of possession (RFC 9449).
    public enum DPoPFault: Sendable, Hashable {
      /// It rejects the proof and requires another nonce.
      case nonceDemanded
      /// It requires another nonce, but the response doesn't contain one.
      case nonceWithheld
      /// It ignores the proof and issues bearer tokens.
      case bearer
      /// `token_type` is `dpop`.
      case lowercaseType
      /// `token_type` is `DPOP`.
      case uppercaseType
    }

    /// The behavior of a server towards a sign-in that the user approves on their device (OpenID CIBA Core 1.0).
    public enum BackchannelFault: Sendable, Hashable, CaseIterable {
      /// The server doesn't know the user that the request names.
      case unknownUser
      /// The server asks the client to poll less often.
      case slowDown
      /// The request expires before the user decides.
      case expired
      /// The ID token names another request.
      case otherRequest
    }

    /// The way in which a grant that takes a token fails (RFC 8693 §2.2).
    public enum ExchangeFault: Sendable, Hashable, CaseIterable {
      /// The server rejects the token: `invalid_grant`.
      case rejected
      /// The server issues no tokens for the requested service: `invalid_target`.
      case target
      /// The server issues a refresh token, although the client requested another one.
      case refreshTokenIssued
      /// The response doesn't state the type of the token.
      case typeOmitted
    }

    /// The error in the encryption of a token that is otherwise valid.
    public enum EncryptionFault: Sendable, Hashable, CaseIterable {
      /// The token isn't encrypted.
      case missing
      /// The authentication tag is wrong.
      case tag
      /// It's encrypted for another key, on P-256.
      case otherKey
      /// The header says that the content is compressed.
      case compressed
      /// The header names the algorithm RSA1_5.
      case algorithm
      /// It's encrypted twice.
      case nested
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

  /// The nonces that a scripted provider requires in proofs (RFC 9449 §8). Each host has its own.
  public enum ScriptedNonces: Sendable, Hashable {
    /// None.
    case none
    /// One that stays valid.
    case constant
    /// Each can be used once. Every response announces the next one.
    case oneUse
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
