import AuthConfiguration
import Foundation

/// Merges a descriptor's metadata with a discovery document that is checked in next to it (`discovery.mode: pinned`).
struct PinnedDiscovery {
  let sources: DescriptorSources

  func apply(to tree: LocatedNode, of file: DescriptorSources.Source) throws(DiagnosticsError) -> LocatedNode {
    guard let rules = tree["discovery"], rules["mode"]?.text == "pinned" else { return tree }
    guard let path = rules["url"], let name = path.text else {
      let message = "'discovery.mode: pinned' requires 'discovery.url' with the document's file name"
      throw DiagnosticsError([Diagnostic(.language.missingKey, message, at: rules.location)])
    }
    let document = try sources.document(name, near: file, at: path.location)
    guard document.entries != nil else {
      throw DiagnosticsError([
        Diagnostic(.language.wrongType, "the discovery document must be a JSON object", at: document.location)
      ])
    }
    let removed = Set(rules["remove"]?.list?.compactMap(\.text) ?? [])
    let kept = (document.entries ?? []).filter { !removed.contains($0.key) }
    return server(kept, at: document.location, under: tree)
  }

  private func server(
    _ document: [LocatedNode.Entry], at location: SourceLocation, under tree: LocatedNode
  ) -> LocatedNode {
    let pinned = LocatedNode(value: .map(document.map(\.literal)), location: location)
    let own = tree["server"] ?? LocatedNode(value: .map([]), location: tree.location)
    let entry = LocatedNode.Entry(
      key: "server", location: own.location, value: DescriptorMerge.merge(own, over: pinned))
    let others = (tree.entries ?? []).filter { $0.key != "server" }
    return LocatedNode(value: .map(others + [entry]), location: tree.location)
  }
}

extension LocatedNode.Entry {
  /// Doubles braces, because a discovery document doesn't contain templates.
  fileprivate var literal: LocatedNode.Entry {
    guard let text = value.text, text.contains(where: { "{}".contains($0) }) else { return self }
    var copy = self
    copy.value = LocatedNode(value: .text(TextTemplate.escaped(text), isPlain: false), location: value.location)
    return copy
  }
}

extension DescriptorSources {
  /// Reads a file next to a descriptor. JSON is valid YAML.
  func document(
    _ path: String, near file: Source, at location: SourceLocation
  ) throws(DiagnosticsError) -> LocatedNode {
    let path = path.hasPrefix("/") ? path : file.name.folder + path
    guard path.hasSuffix(".json") || path.isDescriptorFile else {
      let message = "'\(path)' isn't a discovery document; expected a .json file"
      throw DiagnosticsError([Diagnostic(.files.unreadableFile, message, at: location)])
    }
    let text = try Self.text(ofFile: path, by: readFile, reader, at: location)
    return try reader.read(text, file: path)
  }
}
