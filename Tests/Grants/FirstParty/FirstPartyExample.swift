import AuthRuntime
import AuthTesting

// The code in the article "Sign in without a browser".

func firstPartyExample(
  shop: Shop.Client, address: String, askUser: () async -> String
) async throws -> Shop.User? {
  // begin begins
  var step = try await shop.begin(.otp(email: address), scopes: [.openid, .profile, .offlineAccess])
  while step.user == nil {
    step = try await step.answer(await askUser())
  }
  // begin ends
  return step.user
}

func firstPartyChoiceExample(
  _ step: FirstPartyStep<Shop>, askUser: (String) async -> String
) async throws -> FirstPartyStep<Shop> {
  // choices begins
  let hint = step.response.object?["hint"]?.string ?? ""
  if step.inputs.contains(where: { $0.name == "pin" }) {
    return try await step.answer(.pin(value: await askUser("Your PIN \(hint)")))
  }
  return try await step.answer(.code(value: await askUser("The code from the email \(hint)")))
  // choices ends
}

func firstPartyRetryExample(
  _ step: FirstPartyStep<Shop>, askUser: () async -> String
) async throws -> FirstPartyStep<Shop> {
  // retry begins
  do {
    return try await step.answer(await askUser())
  } catch .server(.invalidGrant?, _) {
    // The same step takes another code.
    return try await step.answer(await askUser())
  }
  // retry ends
}

func firstPartyStepUpExample(
  shop: Shop.Client, api: String, address: String
) async throws -> FirstPartyStep<Shop>? {
  // step-up begins
  let (_, response) = try await shop.data(from: api)
  if response.status == .unauthorized {
    return try await shop.begin(.otp(email: address).satisfying(response))
  }
  // step-up ends
  return nil
}

func firstPartyServerExample(
  backend: BackendExchange<Shop>, address: String, nextValue: () async -> String
) async throws -> Credential? {
  // server begins
  var step = try await backend.begin(.otp(email: address), scopes: ["openid", "profile"])
  while step.signedIn == nil {
    step = try await step.answer(await nextValue())
  }
  return step.signedIn?.credential
  // server ends
}

func firstPartyTestExample(provider: ScriptedProvider, shop: Shop.Client) async throws -> Shop.User? {
  // test begins
  await provider.rewrite { $0.firstParty.values = ["otp": "471100"] }
  await provider.inject(.firstParty(.redirectToWeb), times: 1)
  let step = try await shop.begin(.otp(email: "ada@example.com"))
  // test ends
  return step.user
}
