import AuthDescriptor
import AuthRuntime

extension Comparison {
  /// Compares the URLs in the descriptor with those in the document, by name.
  func endpoints() -> [Finding] {
    guard let document else { return [] }
    return insecure(document) + stated(document) + lacking(document) + unstated(document)
  }

  private func stated(_ document: ServerDocument) -> [Finding] {
    let announced = Dictionary(uniqueKeysWithValues: document.endpoints.map { ($0.name, $0.url) })
    let published = { (stated: DescriptorFacts.DescribedURL) in announced[stated.name] ?? document.text(stated.name) }
    let urls = facts.stated.filter { $0.name != "issuer" && $0.value.contains("://") }
    let (same, others) = urls.halves { published($0)?.isExactly($0.value) == true }
    let findings = others.flatMap { stated in published(stated).map { moved(stated, to: $0) } ?? unknown(stated) }
    guard !same.isEmpty else { return findings }
    let message = "\(same.map(\.name).listed): same as in the document"
    return findings + finding(.fine, .endpoints, message, at: facts.location("server"))
  }

  private func moved(_ stated: DescriptorFacts.DescribedURL, to url: String) -> [Finding] {
    let template = facts.template(of: url)
    var finding = Finding(
      .contradiction, .endpoints, "\(stated.name) is \(stated.value.shown()) here but \(url.shown()) on the server",
      change: "write '\(template.shown())', or leave it to discovery", at: stated.location)
    finding.moved = MovedFact(from: stated.template, to: template, at: stated.location)
    return [finding]
  }

  private func unknown(_ stated: DescriptorFacts.DescribedURL) -> [Finding] {
    let message = "\(stated.name) is in the descriptor but not in the document"
    let change = "remove it unless the provider documents it"
    return finding(.advice, .endpoints, message, change: change, at: stated.location)
  }

  /// Finds endpoints that a sign-in needs and that neither the descriptor nor the document has.
  private func lacking(_ document: ServerDocument) -> [Finding] {
    let names = facts.needed.map(\.rawValue).filter { facts.stated($0) == nil && document.text($0) == nil }
    return names.flatMap { name in
      let message = "missing \(name), in the descriptor and in the document"
      return finding(
        .contradiction, .endpoints, message, change: "add 'server.\(name)'", at: facts.location("server"))
    }
  }

  /// Lists the endpoints that only the document has.
  private func unstated(_ document: ServerDocument) -> [Finding] {
    let (used, unused) = document.endpoints.map(\.name).filter { facts.stated($0) == nil }.halves {
      Endpoint(rawValue: $0) != nil
    }
    let place = facts.location("server")
    var findings: [Finding] = []
    if !used.isEmpty, facts.usesDiscovery {
      findings += finding(.fine, .endpoints, "\(used.listed): found by discovery", at: place)
    } else if !used.isEmpty {
      let change = "add what an app needs under 'server'"
      findings += finding(.advice, .endpoints, "\(used.listed): listed, not stated", change: change, at: place)
    }
    if !unused.isEmpty {
      findings += finding(.fine, .endpoints, "\(unused.listed): listed, not used by clients", at: place)
    }
    return findings
  }

  /// Finds endpoints that clients reject.
  private func insecure(_ document: ServerDocument) -> [Finding] {
    Endpoint.announced.flatMap { endpoint -> [Finding] in
      guard let url = document.text(endpoint.rawValue) else { return [] }
      do {
        _ = try SecureURL.endpoint(url, namedBy: facts.documentIssuer ?? facts.issuer ?? "")
        return []
      } catch {
        let message = "the document's \(endpoint.rawValue) can't be used: \(error)"
        let change = "ask the provider to change it, or list all endpoints and write 'discovery: none'"
        let place = facts.location("server", endpoint.rawValue)
        return finding(.contradiction, .endpoints, message, change: change, at: place)
      }
    }
  }
}
