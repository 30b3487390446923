/// Everything that the client's template may say about one provider.
///
/// Every `String` here is a Swift literal, identifier, expression or comment made by `Syntax/`; none is raw YAML text.
package struct ClientModel: TemplateModel {
  package var type: String
  var access: String
  package var name: String
  var doc: String
  var exampleArguments: String
  var exampleCall: String
  var conformances: String
  var opening: String
  var configuration: String
  var environments: [EnvironmentModel]
  package var arguments: [ArgumentModel]
  var variables: String
  var settings: String
  package var secret: SecretModel
  package var isBackend: Bool
  package var backendArguments: [ArgumentModel]
  var backendSettings: String
  package var needsBackendSecret: Bool
  var hasResources: Bool
  var resourceArguments: [ArgumentModel]
  var mayIntrospect: Bool
  var mustIntrospect: Bool
  package var isSigned: Bool
  var isImplicit: Bool
  var deprecation =
    #"@available(*, deprecated, message: "tokens show in the browser; ask for a code (RFC 9700 §2.1.2)")"#
  var method: String
  var scopeWords: String
  var defaultEnvironment: String
  var hasScopes: Bool
  var hasOpenScopes: Bool
  var defaultScopes: String
  package var parameters: [ParameterModel]
  var hasDeviceFlow: Bool
  package var deviceParameters: [ParameterModel]
  var hasClientCredentials: Bool
  var credentialArguments: [ArgumentModel]
  var credentialParameters: [ParameterModel]
  var enumerations: [EnumerationModel]
  var scopeGroups: [EnumerationModel]
  var userConformances: String
  var claims: [FieldModel]
  var tokenFields: [FieldModel]
  var callbackFields: [FieldModel]
  var tokenSets: [CaseModel]
  var errors: [CaseModel]
  var scopes: [CaseModel]
  package var flags: [FlagModel]
  var signOutDoc: String

  package static let fields: [TemplateField<Self>] = [
    .text("type", "Name of the generated type.") { $0.type },
    .text("access", "Access level with a blank behind it: `public `, `package ` or nothing.") { $0.access },
    .text("name", "The provider's name, for comments.") { $0.name },
    .text("doc", "Comment of the type.") { $0.doc },
    .text("exampleArguments", "Arguments of the initializer in the comment's example.") { $0.exampleArguments },
    .text("exampleCall", "The call in the comment's example.") { $0.exampleCall },
    .text("conformances", "Protocols that say what the provider can do.") { $0.conformances },
    .text("opening", "The brace behind the protocols, on a line of its own where they take several.") { $0.opening },
    .text("configuration", "Expression of type `ProviderConfiguration`.") { $0.configuration },
    .list("environments", "Other places where the provider runs; empty when there is one.") { $0.environments },
    .list("arguments", "What the initializer asks for, beside client id, secret and redirect.") { $0.arguments },
    .text("variables", "Expression of the dictionary of variables.") { $0.variables },
    .text("settings", "Expression of the dictionary of settings.") { $0.settings },
    .model("secret", "Whether the initializer takes a client secret.") { $0.secret },
    .flag("isBackend", "The app's own server exchanges the code.") { $0.isBackend },
    .list("backendArguments", "What the initializer of the server half asks for.") { $0.backendArguments },
    .text("backendSettings", "Expression of the dictionary of the server half's settings.") { $0.backendSettings },
    .flag("needsBackendSecret", "The server half has a client secret, and not a key to make one.") {
      $0.needsBackendSecret
    },
    .flag("hasResources", "An API can verify the provider's access tokens.") { $0.hasResources },
    .list("resourceArguments", "What the API's initializer asks for.") { $0.resourceArguments },
    .flag("mayIntrospect", "An API can ask the server about a token.") { $0.mayIntrospect },
    .flag("mustIntrospect", "It has to: access tokens are opaque.") { $0.mustIntrospect },
    .flag("isSigned", "The app signs token requests.") { $0.isSigned },
    .flag("isImplicit", "Tokens come through the browser, and no code.") { $0.isImplicit },
    .text("deprecation", "Attribute of such a sign-in.") { $0.deprecation },
    .text("method", "What a sign-in is called: `signIn`, or `authorize` where a server goes on.") { $0.method },
    .text("scopeWords", "Expression of the wanted scopes as texts.") { $0.scopeWords },
    .text("defaultEnvironment", "The environment that is meant when none is named.") { $0.defaultEnvironment },
    .flag("hasScopes", "The provider knows scopes.") { $0.hasScopes },
    .flag("hasOpenScopes", "Scopes that are not listed may be asked for too.") { $0.hasOpenScopes },
    .text("defaultScopes", "Expression of the scopes that are asked for when none is named.") { $0.defaultScopes },
    .list("parameters", "What a sign-in may say.") { $0.parameters },
    .flag("hasDeviceFlow", "A user may sign in on another device.") { $0.hasDeviceFlow },
    .list("deviceParameters", "What a sign-in on another device may say.") { $0.deviceParameters },
    .flag("hasClientCredentials", "The client itself may have a token.") { $0.hasClientCredentials },
    .list("credentialArguments", "What a client says that asks for a token of its own, scopes included.") {
      $0.credentialArguments
    },
    .list("credentialParameters", "The same without scopes.") { $0.credentialParameters },
    .list("enumerations", "Types of closed words.") { $0.enumerations },
    .list("scopeGroups", "Types of the scopes that travel in a parameter of their own.") { $0.scopeGroups },
    .text("userConformances", "Protocols of the user.") { $0.userConformances },
    .list("claims", "Typed claims of the user.") { $0.claims },
    .list("tokenFields", "Typed members of the token answer.") { $0.tokenFields },
    .list("callbackFields", "Typed parameters of the callback.") { $0.callbackFields },
    .list("tokenSets", "Sets of tokens, where an answer has several.") { $0.tokenSets },
    .list("errors", "Errors with a case of their own.") { $0.errors },
    .list("scopes", "Scopes with a name.") { $0.scopes },
    .list("flags", "Switches of the sign-out.") { $0.flags },
    .text("signOutDoc", "Comment of the sign-out.") { $0.signOutDoc },
  ]
}

/// One generated file.
struct FileModel: TemplateModel {
  var source: String
  var access: String
  var needsFoundation: Bool
  var clients: [ClientModel]

  static let fields: [TemplateField<Self>] = [
    .text("source", "The descriptor's file name.") { $0.source },
    .text("access", "Access level with a blank behind it: `public `, `package ` or nothing.") { $0.access },
    .flag("needsFoundation", "The file uses `URL` or `Date`.") { $0.needsFoundation },
    .list("clients", "The provider, and its variants after it.") { $0.clients },
  ]
}
