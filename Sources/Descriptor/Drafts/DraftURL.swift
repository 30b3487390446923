import AuthConfiguration

/// The rules for URLs in pasted documents, the same as for URLs in descriptors.
enum DraftURL {
  /// Returns the reason that a client can't use a URL, or `nil` if it can.
  ///
  /// - Parameter issuer: The issuer of the document. Only an issuer on a loopback address may list `http` endpoints.
  static func problem(with text: String, issuer: String? = nil) -> String? {
    let url = URLTemplateText(text)
    guard text.utf8.count <= DescriptorDraft.maximumURLLength else { return "invalidURL: the URL is too long" }
    let isURL = url.hasOnlyURLCharacters && HostText.isHost(url.authority) && !text.contains { "{}#".contains($0) }
    guard isURL else { return "invalidURL: '\(text.shown())' isn't an absolute URL without a fragment" }
    let isLocal = issuer.map { URLTemplateText($0).isLoopback } ?? true
    guard url.scheme == "https" || (url.scheme == "http" && url.isLoopback && isLocal) else {
      return "insecureURL: '\(text.shown())' doesn't use https"
    }
    return nil
  }

  /// The host of a URL, without its port.
  static func host(_ text: String) -> String {
    let authority = URLTemplateText(text).authority
    return authority.hasPrefix("[") ? String(authority) : String(authority.prefix { $0 != ":" })
  }
}
