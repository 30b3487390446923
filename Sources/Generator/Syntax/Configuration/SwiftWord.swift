import AuthConfiguration
import AuthDescriptor

/// An enumeration whose cases are words of the descriptor language.
///
/// Swift prints the name of a case too, but searches the whole program for each type's ways to print itself.
protocol SwiftWord: SwiftValue, Hashable, CaseIterable, RawRepresentable<String> {
  /// The case, where it is called otherwise than its word makes expect.
  var unexpectedName: String? { get }
}

extension SwiftWord {
  var unexpectedName: String? { nil }

  /// The word in Swift case: `form_post` is `formPost`.
  var expression: SwiftExpression { .text("." + (unexpectedName ?? SwiftName.lowerCamel(rawValue))) }
}

extension SignatureAlgorithm: SwiftWord {}
extension ProviderConfiguration.ResponseType: SwiftWord {}
extension ProviderConfiguration.ResponseMode: SwiftWord {}
extension ProviderConfiguration.RequestEncoding: SwiftWord {}
extension ProviderConfiguration.Method: SwiftWord {}
extension ProviderConfiguration.ClientAuthenticationMethod: SwiftWord {}
extension ProviderConfiguration.PKCERules.Method: SwiftWord {}
extension ProviderConfiguration.PKCERules.Encoding: SwiftWord {}
extension ProviderConfiguration.PKCERules.Support: SwiftWord {}
extension ProviderConfiguration.AuthorizationRules.StateRule: SwiftWord {}
extension ProviderConfiguration.CallbackRules.Field.Kind: SwiftWord {}
extension ProviderConfiguration.CallbackKind.Port: SwiftWord {}
extension ProviderConfiguration.ClientRules.Exchange: SwiftWord {}
extension ProviderConfiguration.DiscoveryRules.Mode: SwiftWord {}
extension ProviderConfiguration.RefreshRules.Rotation: SwiftWord {}
extension ProviderConfiguration.RefreshRules.Token: SwiftWord {}
extension ProviderConfiguration.RevocationRules.Style: SwiftWord {}
extension ProviderConfiguration.RevocationRules.Token: SwiftWord {}
extension ProviderConfiguration.LogoutRules.Style: SwiftWord {}
extension ProviderConfiguration.LogoutRules.IDTokenHint: SwiftWord {}
extension ProviderConfiguration.ResponseRules.Format: SwiftWord {}
extension ProviderConfiguration.ResponseRules.TokenType: SwiftWord {}
extension ProviderConfiguration.IDTokenRules.OtherAudiences: SwiftWord {}
extension ProviderConfiguration.AccessTokenRules.Format: SwiftWord {}
extension ProviderConfiguration.UserInfoRules.Format: SwiftWord {}
extension ProviderConfiguration.Variable.Kind: SwiftWord {}

extension ProviderConfiguration.CallbackRules.Signature.Algorithm: SwiftWord {
  var unexpectedName: String? { self == .hmacSHA256Hex ? "hmacSHA256Hex" : nil }
}

extension ProviderConfiguration.AuthorizationRules.Parameter.Request: SwiftWord {
  var unexpectedName: String? { self == .authorization ? "authorization" : nil }
}

extension ProviderConfiguration.ExpiryRule.Format: SwiftWord {
  var unexpectedName: String? { self == .unixMilliseconds ? "unixMilliseconds" : nil }
}

extension ProviderConfiguration.IDTokenRules.Nonce: SwiftWord {
  var unexpectedName: String? { self == .exactOrSHA256 ? "exactOrSHA256" : nil }
}

extension ProviderConfiguration.RecoveryKind: SwiftWord {
  var unexpectedName: String? { self == .contactAdministrator ? "contactAdministrator" : nil }
}
