/// The data of one provider that the client's template can use.
///
/// Every `String` here is a Swift literal, identifier, expression, or comment made by `Syntax/`. None is raw YAML text.
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
  package var credentials: [ArgumentModel]
  package var clientID: ClientIDModel
  package var isBackend: Bool
  package var hasBackend: Bool
  package var identifiesUser: Bool
  package var backendArguments: [ArgumentModel]
  var backendSettings: String
  package var needsBackendSecret: Bool
  var isBackendSecretOptional: Bool
  package var backendCredentials: [ArgumentModel]
  var hasResources: Bool
  var resourceArguments: [ArgumentModel]
  var mayIntrospect: Bool
  var mustIntrospect: Bool
  package var isSigned: Bool
  package var hooks: [ArgumentModel]
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
  package var deviceMethod: String
  package var deviceParameters: [ParameterModel]
  var hasBackchannelFlow: Bool
  var backchannelParameters: [ParameterModel]
  var hasFirstPartyFlow: Bool
  var firstPartyParameters: [ParameterModel]
  var hasClientCredentials: Bool
  var credentialArguments: [ArgumentModel]
  var credentialParameters: [ParameterModel]
  var requests: [RequestGroupModel]
  var hasServiceAccounts: Bool
  var accountArguments: [ArgumentModel]
  var accountComma: String
  var accountScopes: String
  var accountSubject: String
  /// The types of authorization details, and of the objects in them.
  var detailTypes: [DetailTypeModel]
  /// The cases of the enumeration of details.
  var details: [DetailModel]
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
    .text("type", "The name of the generated type.") { $0.type },
    .text("access", "The access level with a space after it: `public `, `package `, or empty.") { $0.access },
    .text("name", "The provider's name, for comments.") { $0.name },
    .text("doc", "The comment of the type.") { $0.doc },
    .text("exampleArguments", "The arguments of the initializer in the comment's example.") { $0.exampleArguments },
    .text("exampleCall", "The call in the comment's example.") { $0.exampleCall },
    .text("conformances", "The protocols for the features that the provider supports.") { $0.conformances },
    .text("opening", "The brace after the protocols, on a separate line if they take several lines.") { $0.opening },
    .text("configuration", "An expression of type `ProviderConfiguration`.") { $0.configuration },
    .list("environments", "The provider's environments; empty if there is only one.") { $0.environments },
    .list("arguments", "The initializer's arguments other than client ID, secret, and redirect.") { $0.arguments },
    .text("variables", "A dictionary expression with the variables.") { $0.variables },
    .text("settings", "A dictionary expression with the settings.") { $0.settings },
    .model("secret", "Whether the initializer takes a client secret.") { $0.secret },
    .list("credentials", "The arguments that take the client's key and its certificate.") { $0.credentials },
    .model("clientID", "How the initializer takes the client ID.") { $0.clientID },
    .flag("isBackend", "The app's own server exchanges the code.") { $0.isBackend },
    .flag("hasBackend", "A web app's server can sign users in, or the app's own server exchanges the code.") {
      $0.hasBackend
    },
    .flag("identifiesUser", "The provider identifies the user. Without a user, the client only calls an API.") {
      $0.identifiesUser
    },
    .list("backendArguments", "The arguments of the back end's initializer.") { $0.backendArguments },
    .text("backendSettings", "A dictionary expression with the back end's settings.") { $0.backendSettings },
    .flag("needsBackendSecret", "The back end requires a client secret.") {
      $0.needsBackendSecret
    },
    .flag("isBackendSecretOptional", "A back end with a key or a certificate needs no client secret.") {
      $0.isBackendSecretOptional
    },
    .list("backendCredentials", "The same as `credentials`, of the back end's initializer.") { $0.backendCredentials },
    .flag("hasResources", "An API can verify the provider's access tokens.") { $0.hasResources },
    .list("resourceArguments", "The arguments of the API's initializer.") { $0.resourceArguments },
    .flag("mayIntrospect", "An API can introspect a token.") { $0.mayIntrospect },
    .flag("mustIntrospect", "An API must introspect tokens, because access tokens are opaque.") { $0.mustIntrospect },
    .flag("isSigned", "The app signs token requests.") { $0.isSigned },
    .list("hooks", "The arguments that take the app's own code, of the initializer whose client sends the requests.") {
      $0.hooks
    },
    .flag("isImplicit", "The redirect returns tokens instead of a code.") { $0.isImplicit },
    .text("deprecation", "The attribute that deprecates such a sign-in.") { $0.deprecation },
    .text("method", "The name of the sign-in method: `signIn`, or `authorize` with a back end or without a user.") {
      $0.method
    },
    .text("scopeWords", "An expression with the requested scopes as strings.") { $0.scopeWords },
    .text("defaultEnvironment", "The default environment.") { $0.defaultEnvironment },
    .flag("hasScopes", "The provider supports scopes.") { $0.hasScopes },
    .flag("hasOpenScopes", "Unlisted scopes can be requested too.") { $0.hasOpenScopes },
    .text("defaultScopes", "An expression with the default scopes.") { $0.defaultScopes },
    .list("parameters", "The parameters of a sign-in.") { $0.parameters },
    .flag("hasDeviceFlow", "A user can sign in on another device.") { $0.hasDeviceFlow },
    .text("deviceMethod", "The name of the method for that.") { $0.deviceMethod },
    .list("deviceParameters", "The parameters of a sign-in on another device.") { $0.deviceParameters },
    .flag("hasBackchannelFlow", "A user can approve a sign-in on their device, while the client polls.") {
      $0.hasBackchannelFlow
    },
    .list("backchannelParameters", "The parameters of such a sign-in.") { $0.backchannelParameters },
    .flag("hasFirstPartyFlow", "A user can sign in without a browser.") { $0.hasFirstPartyFlow },
    .list("firstPartyParameters", "The parameters of such a sign-in.") { $0.firstPartyParameters },
    .flag("hasClientCredentials", "The client can request a token for itself.") { $0.hasClientCredentials },
    .list("credentialArguments", "The arguments of a client credentials request, including scopes.") {
      $0.credentialArguments
    },
    .list("credentialParameters", "The same without scopes, as parameters.") { $0.credentialParameters },
    .list("requests", "The functions that create requests, by their types.") { $0.requests },
    .flag("hasServiceAccounts", "A service account can request a token.") { $0.hasServiceAccounts },
    .list("accountArguments", "The arguments of a service account's token, in addition to the account.") {
      $0.accountArguments
    },
    .text("accountComma", "The comma after the account, or an empty string without other arguments.") {
      $0.accountComma
    },
    .text("accountScopes", "An expression with the requested scopes of a service account.") { $0.accountScopes },
    .text("accountSubject", "An expression with the user that a service account acts for.") { $0.accountSubject },
    .list("details", "The authorization details, one for each type.") { $0.details },
    .list("detailTypes", "The types of the authorization details, and of the objects in them.") { $0.detailTypes },
    .list("enumerations", "The types with a fixed set of values.") { $0.enumerations },
    .list("scopeGroups", "The types of the scopes that have a separate parameter.") { $0.scopeGroups },
    .text("userConformances", "The protocols of the user.") { $0.userConformances },
    .list("claims", "The typed claims of the user.") { $0.claims },
    .list("tokenFields", "The typed fields of the token response.") { $0.tokenFields },
    .list("callbackFields", "The typed parameters of the callback.") { $0.callbackFields },
    .list("tokenSets", "The token sets, if a response has several.") { $0.tokenSets },
    .list("errors", "The errors that have a case.") { $0.errors },
    .list("scopes", "The scopes that have a name.") { $0.scopes },
    .list("flags", "The flags of the sign-out.") { $0.flags },
    .text("signOutDoc", "The comment of the sign-out.") { $0.signOutDoc },
  ]
}

/// One generated file.
struct FileModel: TemplateModel {
  var source: String
  var access: String
  var needsFoundation: Bool
  var runtimeVersion: String
  var clients: [ClientModel]

  static let fields: [TemplateField<Self>] = [
    .text("source", "The descriptor's file name.") { $0.source },
    .text("access", "The access level with a space after it: `public `, `package `, or empty.") { $0.access },
    .flag("needsFoundation", "The file uses `URL` or `Date`.") { $0.needsFoundation },
    .text("runtimeVersion", "The member of `RequiresAuthRuntime` for the version of authgen.") { $0.runtimeVersion },
    .list("clients", "The provider, followed by its variants.") { $0.clients },
  ]
}
