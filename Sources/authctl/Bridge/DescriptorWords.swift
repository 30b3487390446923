import AuthDescriptor
import AuthRuntime

// The descriptor's words and the runtime's. The two modules do not know each other, and the switches below do not
// compile when the descriptor learns a word that the runtime lacks.

extension ProviderDescriptor.Variable.Kind {
  var atRunTime: ProviderConfiguration.Variable.Kind {
    switch self {
    case .host: .host
    }
  }
}

extension ProviderDescriptor.Discovery {
  var atRunTime: ProviderConfiguration.Discovery {
    switch self {
    case .runtime: .runtime
    case .none: .none
    }
  }
}

extension ProviderDescriptor.Client.Authentication {
  var atRunTime: ProviderConfiguration.ClientAuthenticationMethod {
    switch self {
    case .clientSecretBasic: .clientSecretBasic
    case .clientSecretPost: .clientSecretPost
    }
  }
}

extension ProviderDescriptor.BodyEncoding {
  var atRunTime: ProviderConfiguration.BodyEncoding {
    switch self {
    case .form: .form
    case .json: .json
    }
  }
}

extension ProviderDescriptor.Refresh.Rotation {
  var atRunTime: ProviderConfiguration.RefreshRules.Rotation {
    switch self {
    case .auto: .auto
    case .rotate: .rotate
    case .none: .none
    case .configurable: .configurable
    }
  }
}

extension ProviderDescriptor.Revocation.Style {
  var atRunTime: ProviderConfiguration.RevocationRules.Style {
    switch self {
    case .rfc7009: .rfc7009
    case .none: .none
    }
  }
}

extension ProviderDescriptor.Revocation.Token {
  var atRunTime: ProviderConfiguration.RevocationRules.Token {
    switch self {
    case .refreshToken: .refreshToken
    case .accessToken: .accessToken
    }
  }
}

extension ProviderDescriptor.Logout.Style {
  var atRunTime: ProviderConfiguration.LogoutRules.Style {
    switch self {
    case .rpInitiated: .rpInitiated
    case .custom: .custom
    case .none: .none
    }
  }
}

extension ProviderDescriptor.Logout.IDTokenHint {
  var atRunTime: ProviderConfiguration.LogoutRules.IDTokenHint {
    switch self {
    case .required: .required
    case .whenAvailable: .whenAvailable
    case .never: .never
    }
  }
}

extension ProviderDescriptor.IDToken.Algorithm {
  var atRunTime: SignatureAlgorithm {
    switch self {
    case .rs256: .rs256
    case .rs384: .rs384
    case .rs512: .rs512
    case .ps256: .ps256
    case .ps384: .ps384
    case .ps512: .ps512
    case .es256: .es256
    case .es384: .es384
    case .es512: .es512
    case .edDSA: .edDSA
    }
  }
}

extension ProviderDescriptor.KnownError.Recovery {
  var atRunTime: ProviderConfiguration.RecoveryKind {
    switch self {
    case .retry: .retry
    case .retryLater: .retryLater
    case .reauthenticate: .reauthenticate
    case .fixConfiguration: .fixConfiguration
    case .contactAdministrator: .contactAdministrator
    case .contactUser: .contactUser
    case .requestConsent: .requestConsent
    case .updateApp: .updateApp
    }
  }
}
