import Foundation

/// An endpoint in the descriptor.
struct StatedEndpoint: Sendable {
  let template: TextTemplate
  /// The URL, if nothing but variables that the app sets can change it. Other variables may have a default here and another
  /// value in a sign-in, derived values may change with each request, and secrets aren't kept in URLs.
  private let fixed: URL?

  /// Validates a URL whose values are known, before any request.
  ///
  /// - Parameter ofApp: The names of the variables that the app sets.
  fileprivate init(_ template: TextTemplate, _ values: TemplateValues, _ ofApp: Set<String>) throws(StepFailure) {
    self.template = template
    let isKnown = template.placeholders.allSatisfy { values.value($0) != nil }
    let url = isKnown ? try values.url(template) : nil
    fixed = template.placeholders.allSatisfy(ofApp.contains) ? url : nil
  }

  func url(_ values: TemplateValues) throws(StepFailure) -> URL {
    if let fixed { return fixed }
    return try values.url(template)
  }
}

extension Collection<Endpoint> {
  /// Returns the endpoints that the descriptor states.
  ///
  /// - Parameter ofApp: The names of the variables that the app sets.
  func stated(
    _ values: TemplateValues, _ ofApp: Set<String>, _ template: (Endpoint) -> TextTemplate?
  ) throws(StepFailure) -> [Endpoint: StatedEndpoint] {
    var stated: [Endpoint: StatedEndpoint] = [:]
    for endpoint in self {
      if let template = template(endpoint) { stated[endpoint] = try StatedEndpoint(template, values, ofApp) }
    }
    return stated
  }
}
