import AuthConfiguration

// Reads typed values. The shape was checked before: what does not fit leaves the value as it is.
extension LocatedNode {
  func read(_ key: String, into value: inout String) {
    if let text = self[key]?.text { value = text }
  }

  func read(_ key: String, into value: inout String?) {
    if let text = self[key]?.text { value = text }
  }

  func read(_ key: String, into value: inout Bool) {
    if let flag = self[key]?.flag { value = flag }
  }

  func read(_ key: String, into value: inout Bool?) {
    if let flag = self[key]?.flag { value = flag }
  }

  func read(_ key: String, into value: inout [String]) {
    if let texts = self[key]?.texts { value = texts }
  }

  /// Seconds.
  func read(_ key: String, into value: inout Duration) {
    if let seconds = self[key]?.integer { value = .seconds(seconds) }
  }

  func read(_ key: String, into value: inout Duration?) {
    if let seconds = self[key]?.integer { value = .seconds(seconds) }
  }

  func read<Word: RawRepresentable<String>>(_ key: String, into value: inout Word) {
    if let word = self[key]?.text.flatMap(Word.init(rawValue:)) { value = word }
  }

  func read<Word: RawRepresentable<String>>(_ key: String, into value: inout Word?) {
    if let word = self[key]?.text.flatMap(Word.init(rawValue:)) { value = word }
  }

  func read<Word: RawRepresentable<String>>(_ key: String, into value: inout [Word]) {
    if let texts = self[key]?.texts { value = texts.compactMap(Word.init(rawValue:)) }
  }

  func read<Phrase: GrammarText>(_ key: String, into value: inout Phrase) {
    if let text = self[key]?.text { value = Phrase(text) }
  }

  func read<Phrase: GrammarText>(_ key: String, into value: inout Phrase?) {
    if let text = self[key]?.text { value = Phrase(text) }
  }

  func read<Phrase: GrammarText>(_ key: String, into value: inout [String: Phrase]) {
    guard let entries = self[key]?.entries else { return }
    value = Dictionary(entries.map { ($0.key, Phrase($0.value.text ?? "")) }) { first, _ in first }
  }

  func read(_ key: String, into value: inout [String: String]) {
    guard let entries = self[key]?.entries else { return }
    value = Dictionary(entries.map { ($0.key, $0.value.text ?? "") }) { first, _ in first }
  }

  /// The texts of a list; a single text stands for a list of one.
  var texts: [String]? {
    list?.compactMap(\.text) ?? text.map { [$0] }
  }
}

extension LocatedNode.Entry {
  /// What `case:` says, or the key in Swift case.
  var swiftName: String { value["case"]?.text ?? SwiftName.lowerCamel(key) }

  var doc: String? { value["doc"]?.text }
}
