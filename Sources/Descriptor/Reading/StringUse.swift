/// The use of a key's strings, for checks that apply to all strings of a kind. The key's row declares it.
enum StringUse: Sendable, Hashable {
  /// A template, with the names that are known at the stage.
  case template(TemplateStage)
  /// Checks of claims, which can compare with a template.
  case claimChecks(TemplateStage)
  /// A URL that a request goes to, or that a server is compared with.
  case url
  /// The name of a header field.
  case headerName
  /// The value of a header field.
  case headerValue
  /// Header fields by their names.
  case headerFields
  /// The name of a parameter.
  case parameterName
  /// A map whose keys are names of parameters.
  case parameterNames
  /// A map whose keys are names of members of a JSON object.
  case memberNames
  /// A map whose keys become names in generated code.
  case declaredNames
  /// A value that determines generated types.
  case generatedType
  /// Paths of values in an access token, without templates.
  case tokenPaths
  /// A template in the documentation.
  case docsTemplate
  /// A link that readers of the documentation open.
  case link
}

/// A stage of the flow. It decides which names a template can have: a value that isn't known yet can't be sent.
enum TemplateStage: Sendable, CaseIterable {
  /// The registration of a client, which doesn't have a client ID yet.
  case registration
  /// An endpoint that's needed before there's a token.
  case url
  /// A value that's sent through the browser and that only the app's own values determine.
  case app
  /// A value that's sent through the browser.
  case browser
  /// The request that exchanges a code.
  case token
  /// A second exchange.
  case secondExchange
  /// Every request that isn't sent by the browser.
  case everyRequest
  /// A request of a flow without a browser.
  case direct
  /// The token request of a sign-in on another device.
  case device
  /// A request of a sign-in without a browser.
  case firstParty
  /// A request about the user.
  case userInfo
  /// A request with the tokens of a session.
  case session
  /// The sign-out page.
  case logout
  /// A check of the callback.
  case callback
  /// A check of the ID token.
  case check
  /// An API's check of an access token, which doesn't know the client.
  case resource

  /// The names without a group.
  var names: Set<String> {
    switch self {
    case .registration: ["redirect_uri", "redirect_uris", "app_name"]
    case .url, .app: ["client_id"]
    case .browser: ["client_id", "redirect_uri", "scope", "state", "app_name"]
    case .token:
      ["client_id", "client_secret", "redirect_uri", "scope", "state", "code", "code_verifier", "app_name"]
    case .secondExchange: TemplateStage.token.names.union(["access_token"])
    case .everyRequest: ["client_id", "client_secret", "app_name"]
    case .direct, .firstParty: ["client_id", "client_secret", "scope", "app_name"]
    case .device: TemplateStage.direct.names.union(["user_code"])
    case .userInfo: ["client_id", "client_secret", "redirect_uri", "scope", "access_token", "app_name"]
    case .session:
      ["client_id", "client_secret", "redirect_uri", "scope", "refresh_token", "access_token", "token", "app_name"]
    case .logout: ["client_id"]
    case .callback, .check: ["client_id", "client_secret"]
    case .resource: []
    }
  }

  /// The groups, which are written before a dot.
  var groups: Set<String> {
    switch self {
    case .registration, .url, .app: ["settings"]
    case .browser, .everyRequest, .direct, .device: ["settings", "derive"]
    case .firstParty: ["settings", "derive", "first_party"]
    case .token: ["settings", "derive", "callback"]
    case .secondExchange: ["settings", "derive", "callback", "token"]
    case .userInfo, .session: ["settings", "derive", "token", "id_token"]
    case .logout: ["settings", "id_token"]
    case .callback: ["settings"]
    case .resource: []
    case .check: ["settings", "id_token", "authorize"]
    }
  }

  /// Whether the values are sent through the browser, so that secrets aren't allowed.
  var isSentByBrowser: Bool { [.app, .browser, .logout].contains(self) }
}
