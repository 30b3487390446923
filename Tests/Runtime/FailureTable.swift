import AuthConfiguration
import Foundation

@testable import AuthRuntime

/// The values that the tables show of a failure.
protocol ListedFailure: Sendable, CustomStringConvertible {
  var caseName: String { get }
  var recovery: Recovery { get }
}

extension AuthFailure: ListedFailure {}
extension AccessFailure: ListedFailure {}

/// Every case of every failure type, as `Documentation.docc/Failures.md` lists them.
enum FailureTable {
  struct Family: Sendable {
    /// The heading.
    let title: String
    /// The type that has these cases, and the file in `Sources/Runtime/Failures` that declares it.
    let type: String
    let file: String
    let failures: [any ListedFailure]
  }

  private static let callbacks: [CallbackRejection] = [
    .malformed, .repeatedParameter("NAME"), .stateMismatch, .issuerMixUp, .codeWithError, .missingCode,
    .invalidCharacter("NAME"), .invalidSignature, .missingField("NAME"), .unexpectedField("NAME"), .unexpected,
    .codeAlreadyUsed,
    .misplaced(.formPost), .unsignedResponse, .signedResponse(.invalidSignature),
  ]

  private static let tokens: [TokenRejection] = [
    .missingIDToken, .malformed("REASON"), .encrypted, .notEncrypted, .encryptionNotAllowed("NAME"), .undecryptable,
    .algorithmNotAllowed("NAME"), .wrongTokenType("TYPE"),
    .criticalHeader, .noMatchingKey, .ambiguousKey, .invalidSignature, .issuerMismatch, .audienceMismatch,
    .untrustedAudience("NAME"), .expired, .notYetValid, .issuedTooLongAgo, .nonceMismatch, .authenticationTooOld,
    .subjectChanged, .changedAfterRefresh("NAME"), .hashMismatch("at_hash"), .missingHash("at_hash"),
    .unexpectedClaim("NAME"),
  ]

  private static let logoutTokens: [TokenRejection] = [
    .invalidSignature, .issuerMismatch, .audienceMismatch, .expired, .unexpectedClaim("NAME"),
  ]

  private static let accessTokens: [TokenRejection] = [
    .malformed("REASON"), .encrypted, .algorithmNotAllowed("NAME"), .wrongTokenType("TYPE"), .criticalHeader,
    .noMatchingKey, .ambiguousKey, .invalidSignature, .issuerMismatch, .audienceMismatch, .expired, .notYetValid,
    .unexpectedClaim("NAME"), .senderConstrained, .notSenderConstrained, .wrongCertificate, .inactive,
  ]

  private static let proofs: [ProofRejection] = [
    .missing, .repeated, .malformed("REASON"), .invalidClaim("NAME"), .wrongType("TYPE"), .algorithmNotAllowed("NAME"),
    .criticalHeader, .unusableKey, .invalidSignature, .privateKey, .wrongMethod, .wrongURL, .missingNonce, .wrongNonce,
    .tooOld, .notYetValid, .wrongTokenHash, .wrongKey, .replayed,
  ]

  private static let adoptions: [AdoptionFailure] = [
    .alreadySignedIn, .noUsableToken, .expired, .otherClient, .unreadable("FORMAT"),
  ]
  private static let stepUps: [StepUpFailure] = [
    .unlistedScopes(["SCOPE"]), .missingScopes(["SCOPE"]), .otherAuthentication, .anotherUser, .stillInsufficient,
  ]

  private static let firstParty: [FirstPartyFailure] = [
    .alreadyCompleted, .inputPending, .unexpectedInput("NAME", expected: ["INPUTS"]),
    .ambiguousValue(expected: ["INPUTS"]),
    .tooManySteps(limit: 32), .expired,
  ]

  private static let resources: [ResourceFailure] = [
    .missingMetadata(resource: "URL"), .invalidMetadata("NAME"), .otherResource("URL", expected: "RESOURCE"),
    .otherOrigin("ORIGIN", expected: "RESOURCE"), .noAuthorizationServer, .unlistedAuthorizationServer("ISSUER"),
    .missingPKCE(issuer: "ISSUER"), .noClient(issuer: "ISSUER"), .foreignRequest("ORIGIN", expected: "RESOURCE"),
    .endlessChallenges(2),
  ]

  private static let claims: [ClaimFailure] = [
    .missingClaim("NAME"), .wrongClaimType("NAME", expected: "TYPE"),
  ]

  private static let place = Endpoint.token
  private static let responses: [ResponseRejection] = [
    .notJSON(endpoint: place, status: 200), .notDecoded(endpoint: place, status: 200),
    .tooLarge(endpoint: place, limit: 1 << 20),
    .missingField("NAME", endpoint: place, status: 200), .unsupportedTokenType("TYPE"),
    .unboundToken,
    .unexpectedStatus(400, endpoint: place), .unexpectedStatus(503, endpoint: place),
    .rateLimited(retryAfter: .seconds(30), endpoint: place), .redirected(endpoint: place, status: 302),
    .signedUserInfo(.invalidSignature), .subjectMismatch, .unknownUser,
    .unexpectedValue("NAME", endpoint: place), .otherAudience("AUDIENCE"), .discoveryIssuerMismatch,
  ]

  private static let browsers: [BrowserFailure] = [
    .noBrowser("REASON"), .portsTaken(8765...8769), .timedOut(lastRejection: nil),
    .timedOut(lastRejection: .stateMismatch), .launch(.openedTwice), .launch(.openedByAnotherUser),
  ]

  private static let networks: [NetworkFailure] = [
    .unreachable(host: "HOST"), .untrustedServer(host: "HOST"), .noResponse(host: "HOST"), .interrupted(host: "HOST"),
  ]

  private static let configurations: [ConfigurationFailure] = [
    .invalidVariable("NAME", example: "EXAMPLE"), .missingVariable("NAME", example: "EXAMPLE"), .insecureURL("URL"),
    .invalidURL("URL"), .endpointWithFragment("URL"), .unsupportedCodeChallenge, .missingEndpoint(.revocation),
    .unknownParameter("NAME", known: ["NAMES"]),
    .invalidParameter("NAME", expected: "KIND"), .parameterRequires("NAME", other: "OTHER"),
    .unsuitableRedirect("response_mode form_post requires a web server; use a loopback redirect"),
    .sharedRedirect("http://127.0.0.1/callback", otherIssuer: "ISSUER"),
    .unreadableTrustRoot("PATH"), .noTransport, .blockedByTransportSecurity(host: "HOST"), .noAllowedAlgorithm,
    .unsupportedProofAlgorithm, .unsupportedDetailType("TYPE", supported: ["TYPES"]),
    .unsupportedDelivery(supported: ["MODES"]), .unusableDecryptionKey,
    .missingClientSecret, .clientSecretTooShort("HS256", minimumBytes: 32), .unusableKey("ES256"),
    .missingClientKey, .unusableSubjectToken("REASON"), .missingClientCertificate, .unusableClientCertificate,
    .unsignedRequest, .missingDecoder,
    .unusableGrant, .missingAudience, .missingIntrospectionClient, .rejectedIntrospectionClient,
  ]

  static let families: [Family] = [
    Family(
      title: "The callback", type: "CallbackRejection", file: "CallbackRejection",
      failures: callbacks.map { StepFailure.callback($0) }),
    Family(
      title: "The ID token", type: "TokenRejection", file: "TokenRejection",
      failures: tokens.map { StepFailure.idToken($0) }),
    Family(
      title: "A logout token", type: "TokenRejection", file: "TokenRejection",
      failures: logoutTokens.map { StepFailure.logoutToken($0) }),
    Family(
      title: "A claim", type: "ClaimFailure", file: "../Credentials/ClaimFailure",
      failures: claims.map { StepFailure.idToken(.claim($0)) }),
    Family(
      title: "An endpoint's response", type: "ResponseRejection", file: "ResponseRejection",
      failures: responses.map { StepFailure.response($0) }),
    Family(
      title: "The network", type: "NetworkFailure", file: "NetworkFailure",
      failures: networks.map { StepFailure.network($0, endpoint: .token) }),
    Family(
      title: "The browser", type: "BrowserFailure", file: "BrowserFailure",
      failures: browsers.map { StepFailure.browser($0) }),
    Family(
      title: "The configuration", type: "ConfigurationFailure", file: "ConfigurationFailure",
      failures: configurations.map { StepFailure.configuration($0) }),
    Family(
      title: "The store", type: "StoreFailure", file: "StoreFailure",
      failures: [
        StepFailure.store(.unavailable("REASON")), .store(.locked("REASON")), .store(.denied("REASON")),
        .store(.corrupt),
      ]),
    Family(
      title: "A session", type: "SessionFailure", file: "SessionFailure",
      failures: sessions.map { StepFailure.session($0) }),
    Family(
      title: "An access token, to an API", type: "TokenRejection", file: "TokenRejection",
      failures: accessTokens.map { AccessFailure.invalidToken($0) }),
    Family(
      title: "A DPoP proof, to an API", type: "ProofRejection", file: "ProofRejection",
      failures: proofs.map { AccessFailure.invalidProof($0) }),
    Family(
      title: "A step-up", type: "StepUpFailure", file: "StepUpFailure",
      failures: stepUps.map { StepFailure.stepUp($0) }),
    Family(
      title: "A session of another library", type: "AdoptionFailure", file: "AdoptionFailure",
      failures: adoptions.map { StepFailure.adoption($0) }),
    Family(
      title: "A sign-in without a browser", type: "FirstPartyFailure", file: "FirstPartyFailure",
      failures: firstParty.map { StepFailure.firstParty($0) }),
    Family(
      title: "A protected resource", type: "ResourceFailure", file: "ResourceFailure",
      failures: resources.map { StepFailure.resource($0) }),
  ]

  private static let lastCredential = try? Credential(
    encoded: Data(#"{"version":1,"access_token":"SECRET","scopes":[]}"#.utf8))
  private static let sessions: [SessionFailure] =
    [
      .offline(.network(.unreachable(host: "HOST"), endpoint: .token)), .offline(.status(503, endpoint: .token)),
      .offline(.error(ServerError(code: "temporarily_unavailable", endpoint: .token, status: 400))),
      .rateLimited(retryAfter: .seconds(30), endpoint: .token),
      .rejected(400),
      .ended(
        SessionEnd(
          error: ServerError(code: "invalid_grant", endpoint: .token), unconfirmedRefresh: nil, hadPreviousToken: false)
      ),
      .expired(Date(timeIntervalSince1970: 0)), .keyUnavailable,
    ] + [lastCredential].compactMap { $0.map { .unsaved($0, .unavailable("REASON")) } }

  static let others: [StepFailure] = [.notSignedIn, .cancelled]
  static let requests: [AccessFailure] = [
    .missingToken, .malformedRequest("the Authorization header doesn't contain a token"), .insufficientScope(["SCOPE"]),
    .insufficientScope([]), .insufficientAuthentication(acrValues: ["ACR"], maxAge: nil), .replayMemoryUnavailable,
  ]

  /// The generated part of the article.
  static var text: String {
    let tables = families.map { "### \($0.title)\n\n`\($0.type)`\n\n" + table($0.failures) }
    let rest = [
      "### The session\n\n" + table(others), "### A request to an API\n\n`AccessFailure`\n\n" + table(requests),
    ]
    return (tables + rest).joined(separator: "\n\n")
  }

  private static func table(_ failures: [any ListedFailure]) -> String {
    let rows = failures.map { failure in
      let explanation = String(failure.description.dropFirst(failure.caseName.count + 2))
      return "| `\(failure.caseName)` | \(explanation) | \(failure.recovery) |"
    }
    return (["| Name | What happened | What to do |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
  }
}
