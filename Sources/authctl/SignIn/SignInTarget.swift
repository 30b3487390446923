import AuthDescriptor
import AuthRuntime
import Foundation

/// Where to sign in: a descriptor, or an issuer alone.
struct SignInTarget {
  let provider: String?
  let issuer: String?

  /// The run-time configuration.
  ///
  /// - Throws: ``ReportedFailure`` with a descriptor's first mistake.
  func configuration(parameters: [Assignment]) throws -> ProviderConfiguration {
    if let issuer { return try discovered(issuer, parameters: parameters) }
    return try load { () throws(DiagnosticsError) in try DescriptorLoader().load(provider ?? "") }
  }

  /// An issuer alone is the five-line descriptor; everything else is discovered, the algorithms too.
  private func discovered(_ issuer: String, parameters: [Assignment]) throws -> ProviderConfiguration {
    do throws(ConfigurationFailure) {
      _ = try SecureURL.parse(issuer)
    } catch {
      throw ReportedFailure(AuthFailure<AnyErrorCode>.configuration(error))
    }
    let yaml = """
      schema: 1
      id: issuer
      name: \(try Self.quoted(issuer))
      server: { issuer: \(try Self.quoted(Self.escaped(issuer))) }
      """
    let loader = DescriptorLoader(readFile: { _ in Data(yaml.utf8) })
    var configuration = try load { () throws(DiagnosticsError) in try loader.load(path: "--issuer") }
    configuration.idToken?.algorithms = []
    // What a server that is known by discovery alone accepts is not known here.
    let known = Set(configuration.authorization.parameters.map(\.name))
    configuration.authorization.parameters += parameters.map(\.name).filter { !known.contains($0) }
      .map { .init($0, .string) }
    return configuration
  }

  private func load(_ body: () throws(DiagnosticsError) -> LoadedDescriptor) throws -> ProviderConfiguration {
    do throws(DiagnosticsError) {
      return try body().descriptor.configuration
    } catch {
      throw ReportedFailure(error)
    }
  }

  /// A JSON string is a YAML scalar whatever it holds.
  private static func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  /// Braces are holes in a template.
  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "{", with: "{{").replacingOccurrences(of: "}", with: "}}")
  }
}
