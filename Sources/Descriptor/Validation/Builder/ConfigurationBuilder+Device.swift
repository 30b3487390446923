import AuthConfiguration

extension ConfigurationBuilder {
  func device() -> Configuration.DeviceRules {
    var rules = Configuration.DeviceRules()
    guard let node = tree["device"] else { return rules }
    node.read("grant_type", into: &rules.grantType)
    node.read("client", into: &rules.authentication)
    node.read("parameters", into: &rules.parameters)
    node["token"]?.read("parameters", into: &rules.tokenParameters)
    guard let names = node["response"] else { return rules }
    names.read("device_code", into: &rules.deviceCode)
    names.read("user_code", into: &rules.userCode)
    names.read("verification_uri", into: &rules.verificationURI)
    names.read("verification_uri_complete", into: &rules.completeVerificationURI)
    names.read("expires_in", into: &rules.expiresIn)
    names.read("interval", into: &rules.interval)
    return rules
  }
}
