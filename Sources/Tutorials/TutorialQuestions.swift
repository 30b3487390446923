import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// The questions at the end of a provider's tutorials. Their answers are facts of its descriptor.
struct TutorialQuestions {
  let facts: ProgramFacts
  let name: String

  private var descriptor: ProviderDescriptor { facts.descriptor }
  private var isBackend: Bool { facts.client.isBackend }

  /// Of the tutorial on signing in.
  var aboutSignIn: [QuestionModel] { [callback, exchange].compactMap(\.self) }

  /// Of the tutorial on what comes after.
  var aboutSession: [QuestionModel] { [offline, error].compactMap(\.self) }

  /// Which value a field of the dashboard gets.
  private var callback: QuestionModel? {
    let fields = descriptor.docs.register.compactMap { step -> String? in
      if case .field(let field, value: "{callback_url}") = step { field } else { nil }
    }
    guard let field = fields.first else { return nil }
    let right = facts.sheet.callbacks[0]
    let endpoint = descriptor.configuration.server.authorizationEndpoint ?? descriptor.configuration.server.issuer
    let wrong = endpoint.map { facts.sheet.filled($0.text) } ?? "https://id.acme.example/"
    return question(
      "What do you enter into the field \(TutorialProse.text(field))?",
      right: (TutorialProse.code(right), "There the browser brings the answer."),
      wrong: [
        (
          TutorialProse.code(wrong),
          "That is an address of \(name) itself, where the browser goes to and not where it returns."
        ),
        ("Nothing: every address is good.", "Whoever could name any address would get the codes of your users."),
      ])
  }

  /// Who exchanges the code.
  private var exchange: QuestionModel {
    let app = "The app itself"
    let server = "Your own server"
    if isBackend {
      return question(
        "Who exchanges the code for tokens?",
        right: (server, "\(name) wants the client's secret for it, and whoever has an app has everything in it."),
        wrong: [(app, "It would need the secret, which may not be on a device.")])
    }
    let reason =
      facts.client.secret.isRequired
      ? "\(name) gives every client a secret: ship such a program only where nobody can read it."
      : "A verifier that only this sign-in knows stands in a secret's place (PKCE)."
    return question(
      "Who exchanges the code for tokens?", right: (app, reason),
      wrong: [(server, "\(name) needs none: the app asks for its tokens itself.")])
  }

  /// What asks for a refresh token.
  private var offline: QuestionModel {
    let text = "What keeps the user signed in when the access token has expired?"
    let again = ("Nothing: the user signs in again", "\(name) gives no refresh tokens.")
    guard descriptor.canRefresh else {
      return question(text, right: again, wrong: [("A refresh token", "There is none at \(name).")])
    }
    let scope = descriptor.configuration.scopes?.offline
    let asked =
      if let scope, facts.offlineScopes != nil {
        "\(name) gives one because the sign-in asks for the scope \(TutorialProse.code(scope))."
      } else if facts.client.parameters.contains(where: { $0.name == "offlineAccess" }) {
        "\(name) gives one because the sign-in says `offlineAccess: true`."
      } else {
        "\(name) gives one without being asked for it."
      }
    return question(
      text, right: ("A refresh token", asked),
      wrong: [("A longer `timeout` of the sign-in", "That is how long the user may take in the browser.")])
  }

  /// What helps against an error.
  private var error: QuestionModel? {
    guard let error = facts.errors.first, let known = descriptor.configuration.errors[error.code] else { return nil }
    let right = known.recovery.advice
    let kinds: [ProviderConfiguration.RecoveryKind] = [
      .retry, .reauthenticate, .fixConfiguration, .contactAdministrator,
    ]
    let others = kinds.map(\.advice).filter { $0 != right }.prefix(2)
    return question(
      "The server answers \(TutorialProse.code(error.code)). What does `recovery` say?",
      right: (right, TutorialProse.text(error.summary)),
      wrong: others.map { ($0, "The description says of this error: \(TutorialProse.text(error.summary))") })
  }

  /// The right answer is not always the first one, but the same in every run.
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
  /// What helps, in words.
  var advice: String {
    switch self {
    case .retry: "Try again"
    case .retryLater: "Try again later"
    case .reauthenticate: "Sign in again"
    case .fixConfiguration: "Change a setting of the app or of its registration"
    case .contactAdministrator: "Ask the provider's administrator"
    case .contactUser: "Ask the user to do something at the provider first"
    case .requestConsent: "Sign in again and ask for consent"
    case .updateApp: "Update the app"
    }
  }
}
