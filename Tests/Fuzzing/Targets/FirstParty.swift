import Foundation
import HTTPTypes

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  /// The response to a step of a sign-in without a browser. The first byte selects the endpoint and the status.
  static let firstPartyResponse = FuzzEntry.waiting { bytes in
    let (variant, body) = bytes.variant
    let step = steps[Int(variant) % steps.count]
    let statuses: [HTTPResponse.Status] = [.ok, .badRequest, .unauthorized, .init(code: 503)]
    let response = FixedResponse(body: body, status: statuses[Int(variant >> 2) % statuses.count])
    let reply: FirstPartyReply
    do throws(StepFailure) {
      let provider = try Fixture.provider { it in
        it.server.authorizationChallengeEndpoint = "https://id.example/challenge"
        it.firstParty.starts = steps
        it.firstParty.demands = ["mfa_required": ["own"]]
      }
      reply = try await Fixture.tokens(provider, response).firstParty(step, [], hiding: [], provider.values)
    } catch {
      try require(!"\(error)".contains("\n"), "a failure has several lines")
      return .rejected
    }
    let session = try? reply.authSession()?.reveal()
    let length = session?.utf8.count ?? 1
    try require((1...FirstPartyReply.maximumLength).contains(length), "a session is empty or too long")
    switch reply.outcome {
    case .tokens(let tokens): try require(!tokens.accessToken.reveal().isEmpty, "an empty token is accepted")
    case .code(let code):
      try require(
        (1...FirstPartyReply.maximumLength).contains(code.reveal().utf8.count), "a code is empty or too long")
      try require(code.reveal().utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a code isn't visible ASCII")
    case .accepted: try require(step.endpoint != nil, "a response without a code is accepted")
    case .demanded(let names, _):
      try require(names.allSatisfy(steps.map(\.name).contains), "an unknown step is demanded")
    case .web(let pushed, _): try require(pushed?.uri.isEmpty != true, "an empty reference is accepted")
    case .rejected(let failure):
      try require(!"\(failure)".contains("\n"), "a failure has several lines")
      return .rejected
    }
    return .accepted
  }

  private static let steps: [ProviderConfiguration.FirstPartyStep] = [
    .init(name: "challenge"), .init(name: "own", endpoint: "https://id.example/otp"),
    .init(name: "grant", grantType: "urn:example:otp"),
  ]
}
