import AuthDescriptor
import AuthRuntime

extension Comparison {
  /// Compares the URLs in the descriptor with those in the document, by name.
  func endpoints() -> [Finding] {
    guard let document else { return [] }
    return insecure(document) + stated(document) + unstated(document)
  }

  private func stated(_ document: ServerDocument) -> [Finding] {
    var same: [String] = []
    let announced = Dictionary(uniqueKeysWithValues: document.endpoints.map { ($0.name, $0.url) })
    let different = facts.stated.filter { $0.name != "issuer" && $0.value.contains("://") }.flatMap { stated in
      guard let there = announced[stated.name] ?? document.text(stated.name) else { return unknown(stated) }
      if there.isExactly(stated.value) {
        same.append(stated.name)
        return []
      }
      let message = "\(stated.name) is \(stated.value.shown()) here but \(there.shown()) on the server"
      let template = facts.template(of: there)
      let change = "write '\(template.shown())', or leave it to discovery"
      return finding(.contradiction, .endpoints, message, change: change, at: stated.location).map { finding in
        var finding = finding
        finding.moved = MovedFact(from: stated.template, to: template, at: stated.location)
        return finding
      }
    }
    guard !same.isEmpty else { return different }
    return different
      + finding(.fine, .endpoints, "\(same.listed): same as in the document", at: facts.location("server"))
  }

  private func unknown(_ stated: DescriptorFacts.DescribedURL) -> [Finding] {
    let message = "\(stated.name) is in the descriptor but not in the document"
    let change = "remove it unless the provider documents it"
    return finding(.advice, .endpoints, message, change: change, at: stated.location)
  }

  private func unstated(_ document: ServerDocument) -> [Finding] {
    let (used, unused) = document.endpoints.map(\.name).filter { facts.stated($0) == nil }.halves {
      Endpoint(rawValue: $0) != nil
    }
    let place = facts.location("server")
    let lacking = facts.needed.map(\.rawValue).filter { facts.stated($0) == nil && document.text($0) == nil }
    var findings = lacking.flatMap { name -> [Finding] in
      let message = "missing \(name), in the descriptor and in the document"
      return finding(.contradiction, .endpoints, message, change: "add 'server.\(name)'", at: place)
    }
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
