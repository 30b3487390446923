import AuthConfiguration
import AuthDescriptor
import AuthGenerator

/// One client of a provider: the provider's own, or one of its variants.
///
/// Strings that come from the descriptor are escaped Markdown.
struct ClientFacts {
  let loaded: LoadedDescriptor
  let program: ProgramFacts

  init(_ loaded: LoadedDescriptor) throws(DiagnosticsError) {
    self.loaded = loaded
    program = ProgramFacts(loaded, try ClientModelBuilder.model(of: loaded, access: .internal))
  }

  /// The clients of a provider and its variants.
  static func all(of loaded: LoadedDescriptor) throws(DiagnosticsError) -> [ClientFacts] {
    var all: [ClientFacts] = []
    for face in [loaded] + loaded.variants { all.append(try ClientFacts(face)) }
    return all
  }

  var descriptor: ProviderDescriptor { loaded.descriptor }
  var configuration: ProviderConfiguration { descriptor.configuration }
  var client: ClientModel { program.client }
  var sheet: CallbackSheet { program.sheet }
  /// The provider's name.
  var name: String { TutorialProse.text(descriptor.name) }

  /// The sentence about a feature that the provider doesn't have.
  var notSupported: String { "Not supported by \(name)." }

  /// The sentence about an endpoint that the provider may have, but that the descriptor doesn't name.
  var noEndpoint: String { "Not supported by this client: the descriptor names no endpoint." }

  /// The descriptor's text at the path, if there is one, with a space before it.
  func remark(at path: String...) -> String {
    loaded.text(at: path).map { " " + TutorialProse.text($0) } ?? ""
  }

  /// The end of a sentence about an endpoint that only discovery can find.
  func condition(of endpoint: Endpoint) -> String {
    configuration.server[endpoint] == nil ? ", if the server's metadata lists the endpoint" : ""
  }
}

extension [String] {
  /// Words as inline code, separated by commas.
  var inlineCode: String { map(TutorialProse.code).joined(separator: ", ") }
}
