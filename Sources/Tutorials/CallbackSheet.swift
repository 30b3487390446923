import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// Fills in the placeholders in a descriptor's `docs`, with the values that the tutorial's program needs.
struct CallbackSheet {
  let descriptor: ProviderDescriptor

  private static let ports = ProviderConfiguration.CallbackKind.loopbackPorts
  private static let examples = [
    "bundle_id": "com.acme.app", "scheme": "com.acme.app", "your_host": "app.acme.example", "client_id": "abc123",
    "port": "\(ports.lowerBound)",
  ]

  /// All ports except the first, in words.
  var otherPorts: String { ProviderConfiguration.CallbackKind.otherLoopbackPorts }

  private var loopback: ProviderConfiguration.CallbackKind { descriptor.configuration.client.callbacks.loopback }

  /// Whether a command-line program can receive the response.
  var hasLoopback: Bool { loopback.isAllowed }

  /// Whether the provider ignores the port when it compares URLs.
  var takesAnyPort: Bool { loopback.port == .any }

  /// The path that the program listens on, from the descriptor's desktop callback.
  var path: String {
    let desktop = ["linux", "windows", "macos"].compactMap { descriptor.docs.callbacks[$0] }
    let paths = desktop.compactMap { text in
      text.firstRange(of: "{port}").map { String(text[$0.upperBound...]) }
    }
    guard let path = paths.first else { return "/callback" }
    let isPlain = path.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_./".utf8.contains($0) }
    return isPlain && path != "/signed-out" ? (path.isEmpty ? "/" : path) : "/callback"
  }

  /// The program's redirect, as a Swift expression.
  var redirect: String {
    path == "/callback" ? ".loopback()" : ".loopback(path: \(SwiftLiteral.string(path)))"
  }

  /// The callback URLs to register for the program, one per port.
  var callbacks: [String] { hasLoopback ? addresses(path) : [web] }

  /// The URLs that the browser may go to after sign-out.
  var logouts: [String] { hasLoopback ? addresses("/signed-out") : ["https://app.acme.example/signed-out"] }

  /// The URL of your server.
  var web: String {
    let callbacks = descriptor.docs.callbacks
    return filled(callbacks["web"] ?? callbacks["linux"] ?? "https://{your_host}/callback")
  }

  private func addresses(_ path: String) -> [String] {
    let ports = takesAnyPort ? Self.ports.prefix(1) : Self.ports[...]
    return ports.map { "http://\(loopback.receiverHost):\($0)\(path)" }
  }

  /// The text with its placeholders filled in. Unknown placeholders stay.
  func filled(_ text: String) -> String {
    let variables = Dictionary(descriptor.variables.map { ($0.name, $0.exampleValue) }) { first, _ in first }
    let one = try? TextTemplate(text).filled { name in
      switch name {
      case "callback_url": callbacks.first
      case "logout_url": logouts.first
      default: Self.examples[name] ?? variables[name]
      }
    }
    return one ?? text
  }

  /// All values of a field. There are several if each port must be registered.
  func values(_ text: String) -> [String] {
    switch text {
    case "{callback_url}": callbacks
    case "{logout_url}": logouts
    default: [filled(text)]
    }
  }

  /// The callbacks of platforms that ``Platform`` doesn't list, by their keys.
  var otherPlatforms: [(name: String, address: String)] {
    descriptor.docs.callbacks.filter { Platform(rawValue: $0.key) == nil }.sorted { $0.key < $1.key }
      .map { ($0.key, filled($0.value)) }
  }

  /// The platforms that descriptors usually list, by their keys.
  enum Platform: String, Sendable {
    case ios, macos
    case universalLink = "universal_link"
    case android, linux, windows, web

    var name: String {
      switch self {
      case .ios: "iOS"
      case .macos: "macOS"
      case .universalLink: "Universal link"
      case .android: "Android"
      case .linux: "Linux"
      case .windows: "Windows"
      case .web: "Web server"
      }
    }
  }
}

extension ProviderDescriptor.Variable {
  /// A value to show: the example or the default.
  var exampleValue: String {
    if let value = rule.defaultValue { return value }
    return rule.example.isEmpty ? values.first?.rawValue ?? name : rule.example
  }
}
