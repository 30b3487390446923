import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// The questions at the end of a provider's tutorials. The correct choices come from its descriptor.
struct TutorialQuestions {
  let facts: ProgramFacts
  let name: String

  private var descriptor: ProviderDescriptor { facts.descriptor }
  private var isBackend: Bool { facts.client.isBackend }

  /// The questions about signing in.
  var aboutSignIn: [QuestionModel] { [callback, exchange].compactMap(\.self) }

  /// The questions about the steps after the sign-in.
  var aboutSession: [QuestionModel] { [offline, error].compactMap(\.self) }

  /// Asks which value to enter in a field of the dashboard.
  private var callback: QuestionModel? {
    let fields = facts.registration.compactMap { step -> String? in
      if case .field(let field, value: "{callback_url}", _) = step { field } else { nil }
    }
    guard let field = fields.first else { return nil }
    let right = facts.sheet.callbacks[0]
    let endpoint = descriptor.configuration.server.authorizationEndpoint ?? descriptor.configuration.server.issuer
    let wrong = endpoint.map { facts.sheet.filled($0.text) } ?? "https://id.acme.example/"
    return question(
      "Which value do you enter in the field \(TutorialProse.text(field))?",
      right: (TutorialProse.code(right), "The browser returns to this URL with the response."),
      wrong: [
        (
          TutorialProse.code(wrong),
          "This is a URL of \(name). The browser opens it, but doesn't return to it."
        ),
        ("Nothing, because every URL is allowed", "If so, an attacker could receive your users' codes."),
      ])
  }

  /// Asks which program exchanges the code.
  private var exchange: QuestionModel {
    let app = "The app itself"
    let server = "Your own server"
    if isBackend {
      return question(
        "Which program exchanges the code for tokens?",
        right: (server, "\(name) requires a client secret, and anyone who has an app can extract a secret from it."),
        wrong: [(app, "It would need the secret, which must not be on a device.")])
    }
    let reason =
      facts.client.secret.isRequired
      ? "\(name) gives every client a secret. Run such a program only where no one else can read it."
      : "Instead of a secret, the app sends a verifier that only this sign-in knows (PKCE)."
    return question(
      "Which program exchanges the code for tokens?", right: (app, reason),
      wrong: [(server, "\(name) doesn't require a server. The app requests its tokens itself.")])
  }

  /// Asks how the user stays signed in.
  private var offline: QuestionModel {
    let text = "What keeps the user signed in after the access token expires?"
    let again = ("Nothing: the user signs in again", "\(name) doesn't issue refresh tokens.")
    guard descriptor.canRefresh else {
      return question(text, right: again, wrong: [("A refresh token", "\(name) doesn't issue refresh tokens.")])
    }
    let scope = descriptor.configuration.scopes?.offline
    let explanation =
      if let scope, facts.offlineScopes != nil {
        "\(name) issues one because the sign-in requests the scope \(TutorialProse.code(scope))."
      } else if facts.client.parameters.contains(where: { $0.name == "offlineAccess" }) {
        "\(name) issues one because the sign-in passes `offlineAccess: true`."
      } else {
        "\(name) always issues one."
      }
    return question(
      text, right: ("A refresh token", explanation),
      wrong: [("A longer `timeout` of the sign-in", "This is the time limit for the user in the browser.")])
  }

  /// Asks which recovery an error has.
  private var error: QuestionModel? {
    guard let error = facts.errors.first, let known = descriptor.configuration.errors[error.code] else { return nil }
    let right = known.recovery.advice
    let kinds: [ProviderConfiguration.RecoveryKind] = [
      .retry, .reauthenticate, .fixConfiguration, .contactAdministrator,
    ]
    let others = kinds.map(\.advice).filter { $0 != right }.prefix(2)
    return question(
      "The server responds with \(TutorialProse.code(error.code)). What does `recovery` suggest?",
      right: (right, TutorialProse.text(error.summary)),
      wrong: others.map { ($0, "This error means: \(TutorialProse.text(error.summary))") })
  }

  /// Puts the correct choice at a position that varies by question but is the same in every run.
  private func question(
    _ text: String, right: (text: String, reason: String), wrong: [(text: String, reason: String)]
  ) -> QuestionModel {
    var choices = wrong.map { QuestionModel.Choice(text: $0.text, isCorrect: false, reason: $0.reason) }
    let place = descriptor.id.utf8.reduce(text.utf8.count) { $0 + Int($1) } % (choices.count + 1)
    choices.insert(QuestionModel.Choice(text: right.text, isCorrect: true, reason: right.reason), at: place)
    return QuestionModel(text: text, choices: choices)
  }
}

extension ProviderConfiguration.RecoveryKind {
  /// The recovery, in words.
  var advice: String {
    switch self {
    case .retry: "Try again"
    case .retryLater: "Try again later"
    case .reauthenticate: "Sign in again"
    case .fixConfiguration: "Change a setting of the app or of its registration"
    case .contactAdministrator: "Contact the provider's administrator"
    case .contactUser: "Ask the user to do something with the provider first"
    case .requestConsent: "Sign in again and request consent"
    case .updateApp: "Update the app"
    }
  }
}
