import AuthConfiguration
import Foundation

extension URL {
  /// This URL with parameters added to its query. A parameter without a value is a bare name.
  package func adding(_ pairs: [(name: String, value: String)], flags: [String] = []) -> URL {
    let added = [FormEncoding.encode(pairs)].filter { !$0.isEmpty } + flags.map(FormEncoding.escape)
    guard !added.isEmpty, var components = URLComponents(url: self, resolvingAgainstBaseURL: false) else { return self }
    let present = [components.percentEncodedQuery ?? ""].filter { !$0.isEmpty }
    components.percentEncodedQuery = (present + added).joined(separator: "&")
    return components.url ?? self
  }
}
