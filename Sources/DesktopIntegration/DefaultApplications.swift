#if os(Linux)
  /// The default applications in a `mimeapps.list` (Association between MIME types and applications, "Default Application").
  /// All other lines are preserved byte for byte.
  struct DefaultApplications: Sendable, Hashable {
    private static let group = "[Default Applications]"

    /// The lines without their line breaks. The last one is empty if the file ends with a line break.
    private var lines: [String]

    init(_ text: String) {
      lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
    }

    var text: String { lines.joined(separator: "\n") }

    /// Returns the programs for a type, the preferred one first.
    func programs(for type: String) -> [String] {
      places(of: type).flatMap { Self.entry(lines[$0])?.programs ?? [] }
    }

    /// Moves a program before the others.
    mutating func prefer(_ program: String, for type: String) {
      replace(type, with: [program] + programs(for: type).filter { $0 != program })
    }

    mutating func remove(_ program: String, for type: String) {
      let programs = programs(for: type)
      guard programs.contains(program) else { return }
      replace(type, with: programs.filter { $0 != program })
    }

    /// Replaces all lines of the type with one line.
    private mutating func replace(_ type: String, with programs: [String]) {
      let places = places(of: type)
      let line = "\(type)=" + programs.map { $0 + ";" }.joined()
      for place in places.dropFirst().reversed() { lines.remove(at: place) }
      switch (places.first, programs.isEmpty) {
      case (let first?, true): lines.remove(at: first)
      case (let first?, false): lines[first] = line
      case (nil, true): break
      case (nil, false): add(line)
      }
    }

    private mutating func add(_ line: String) {
      if let start = lines.firstIndex(where: { Self.trimmed($0) == Self.group }) {
        return lines.insert(line, at: start + 1)
      }
      if lines.last == "" { lines.removeLast() }
      if !lines.isEmpty { lines.append("") }
      lines += [Self.group, line, ""]
    }

    private func places(of type: String) -> [Int] {
      var isInGroup = false
      return lines.indices.filter { index in
        let line = Self.trimmed(lines[index])
        if line.hasPrefix("[") { isInGroup = line == Self.group }
        return isInGroup && Self.entry(line)?.type == type
      }
    }

    private static func entry(_ line: String) -> (type: String, programs: [String])? {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return (trimmed(parts[0]), parts[1].split(separator: ";").map(trimmed).filter { !$0.isEmpty })
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
      let start = text.drop { $0.isWhitespace }
      return String(String(start.reversed().drop { $0.isWhitespace }).reversed())
    }
  }
#endif
