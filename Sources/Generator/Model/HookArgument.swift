import AuthDescriptor

extension ProviderDescriptor.Hook {
  /// The argument of the initializer.
  var argument: ArgumentModel {
    ArgumentModel(name: rawValue, type: "any \(protocolName)", doc: "///   - \(rawValue): \(summary)")
  }

  /// The protocol of the runtime that the app implements.
  package var protocolName: String {
    switch self {
    case .signTokenRequest: "TokenRequestSigning"
    case .signUserInfoRequest: "UserInfoRequestSigning"
    case .decodeResponse: "ResponseDecoding"
    }
  }

  /// The name of a value of the app in examples.
  var exampleName: String {
    switch self {
    case .signTokenRequest: "signer"
    case .signUserInfoRequest: "userInfoSigner"
    case .decodeResponse: "decoder"
    }
  }

  private var summary: String {
    switch self {
    case .signTokenRequest: "Signs requests to the token endpoint before they are sent."
    case .signUserInfoRequest: "Signs requests about the user before they are sent."
    case .decodeResponse: "Converts the responses of the token and userinfo endpoints to JSON."
    }
  }
}
