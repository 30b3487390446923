import AuthConfiguration
import AuthDescriptor

extension ProviderFact {
  /// The callback kind on each platform.
  static let callbacks: [Self] =
    [
      callback(.phones, .ios), callback(.phones, .android), callback(.computers, .macos),
      callback(.computers, .linux), callback(.computers, .windows),
    ] + [
      .detail(.phones, CallbackSheet.Platform.universalLink.name) { address(of: .universalLink, in: $0) },
      .detail(.computers, CallbackSheet.Platform.web.name) { address(of: .web, in: $0) },
      .detail(.computers, "Loopback addresses") { facts in
        let kind = facts.configuration.client.callbacks.loopback
        guard kind.isAllowed else { return facts.notSupported }
        let hosts = kind.hosts.isEmpty ? "" : " on \(kind.hosts.inlineCode)"
        let port = kind.port == .any ? "with any port" : "with a registered port"
        let remark = facts.remark(at: "client", "callbacks", "loopback", "doc")
        return "Accepted\(hosts) \(port).\(remark)"
      },
      .detail(.phones, "Custom schemes") { facts in
        guard facts.configuration.client.callbacks.customScheme.isAllowed else { return facts.notSupported }
        return "Accepted.\(facts.remark(at: "client", "callbacks", "custom_scheme", "doc"))"
      },
      .detail(.phones, "`https` addresses") { facts in
        guard facts.configuration.client.callbacks.https.isAllowed else { return facts.notSupported }
        return "Accepted.\(facts.remark(at: "client", "callbacks", "https", "doc"))"
      },
    ]

  private static func callback(_ topic: Topic, _ platform: CallbackSheet.Platform) -> Self {
    .compared(topic, platform.name) { facts in
      let callbacks = facts.descriptor.docs.callbacks
      guard let address = callbacks[platform.rawValue] else {
        return Value("–", callbacks.isEmpty ? nil : "The descriptor lists no callback URL.")
      }
      let kind = CallbackURLKind(address)
      return Value(kind.word, "\(kind.title), such as \(TutorialProse.code(facts.sheet.filled(address)))")
    }
  }

  private static func address(of platform: CallbackSheet.Platform, in facts: ClientFacts) -> String? {
    facts.descriptor.docs.callbacks[platform.rawValue].map { TutorialProse.code(facts.sheet.filled($0)) }
  }
}

/// The kind of a callback URL, read from its scheme.
private enum CallbackURLKind {
  case loopback, https, customScheme

  init(_ address: String) {
    self = address.hasPrefix("https:") ? .https : address.hasPrefix("http:") ? .loopback : .customScheme
  }

  var word: String {
    switch self {
    case .loopback: "`http`"
    case .https: "`https`"
    case .customScheme: "scheme"
    }
  }

  var title: String {
    switch self {
    case .loopback: "Loopback address"
    case .https: "`https` address"
    case .customScheme: "Custom scheme"
    }
  }
}
