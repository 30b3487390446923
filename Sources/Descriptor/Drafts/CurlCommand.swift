import AuthConfiguration
import Foundation

/// A curl command as a shell would split it. Only what describes the request is kept.
struct CurlCommand: Sendable {
  /// How a request authenticates the client.
  enum Authentication: Sendable {
    case basic, post, none
  }

  private(set) var url = ""
  private(set) var method: String?
  /// The names of the header fields, without their values.
  private(set) var headers: [String] = []
  /// The parameters in the query and in the body. The values of most are secrets, so drafts contain names only.
  private(set) var parameters: [(name: String, value: String)] = []
  private(set) var sendsJSON = false
  private(set) var sendsQuery = false
  private(set) var hasCredentials = false

  var authentication: Authentication {
    if hasCredentials { return .basic }
    return has("client_secret") ? .post : .none
  }

  func has(_ name: String) -> Bool { parameters.contains { $0.name == name } }

  func value(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// - Returns: `nil` if the command doesn't contain a URL.
  init?(words: [String]) {
    var rest = words.dropFirst()[...]
    var body: [String] = []
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        if url.isEmpty { url = word }
        continue
      }
      let (option, attached) = Self.split(word)
      guard let option = Self.withValue[option] else {
        if option == "-G" || option == "--get" { sendsQuery = true }
        continue
      }
      guard let value = attached ?? rest.popFirst() else { break }
      read(option, value, &body)
    }
    guard !url.isEmpty else { return nil }
    take(body)
  }

  /// The options with a value that matter, by every spelling. `.other` skips the value.
  private enum Option {
    case method, data, json, user, header, url, other
  }

  private static let withValue: [String: Option] = [
    "-X": .method, "--request": .method, "-d": .data, "--data": .data, "--data-raw": .data, "--data-ascii": .data,
    "--data-binary": .data, "--data-urlencode": .data, "--form-string": .data, "--json": .json, "-u": .user,
    "--user": .user, "-H": .header, "--header": .header, "--url": .url, "-o": .other, "--output": .other,
    "-A": .other, "--user-agent": .other, "-b": .other, "--cookie": .other, "-e": .other, "--referer": .other,
    "-m": .other, "--max-time": .other, "--connect-timeout": .other, "-w": .other, "--write-out": .other,
    "--cacert": .other, "--cert": .other, "-E": .other, "--key": .other, "-x": .other, "--proxy": .other,
    "-D": .other, "--dump-header": .other, "-c": .other, "--cookie-jar": .other, "--resolve": .other,
    "--retry": .other, "-T": .other, "--upload-file": .other, "-F": .other, "--form": .other,
  ]

  /// Splits `--data=x` and `-XPOST` into the option and its value, and takes the last letter of `-sSX`.
  private static func split(_ word: String) -> (option: String, value: String?) {
    if word.hasPrefix("--") {
      guard let sign = word.firstIndex(of: "=") else { return (word, nil) }
      return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
    for index in word.indices.dropFirst() {
      let option = "-\(word[index])"
      guard withValue[option] != nil else { continue }
      let value = word[word.index(after: index)...]
      return (option, value.isEmpty ? nil : String(value))
    }
    return (word.contains("G") ? "-G" : word, nil)
  }

  private mutating func read(_ option: Option, _ value: String, _ body: inout [String]) {
    switch option {
    case .method: method = value.uppercased()
    case .data: body.append(value)
    case .json:
      sendsJSON = true
      body.append(value)
    case .user: hasCredentials = true
    case .url: url = value
    case .header: header(value)
    case .other: break
    }
  }

  private mutating func header(_ line: String) {
    let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingSpaces }
    let name = parts.first ?? ""
    switch name.lowercased() {
    case "authorization": if parts.last?.lowercased().hasPrefix("basic") == true { hasCredentials = true }
    case "content-type": if parts.last?.lowercased().contains("json") == true { sendsJSON = true }
    case "accept", "user-agent", "cookie", "content-length", "host", "": break
    default: headers.append(name)
    }
  }

  private mutating func take(_ body: [String]) {
    let parts = url.split(separator: "?", maxSplits: 1)
    url = String(parts.first ?? "")
    if parts.count == 2 { parameters += Self.form(String(parts[1])) }
    if !parameters.isEmpty, body.isEmpty { sendsQuery = true }
    let text = body.joined(separator: "&")
    if text.trimmingSpaces.hasPrefix("{"), case .object(let members)? = JSONValue(parsing: .init(text.utf8)) {
      sendsJSON = true
      parameters += members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.spelling ?? "") }
    } else {
      parameters += Self.form(text)
    }
  }

  /// The pairs of a form. A value that the shell would have filled in is kept as it is.
  private static func form(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { part in
      if let decoded = FormEncoding.decode(part)?.first { return (decoded.name, decoded.value) }
      let pair = part.split(separator: "=", maxSplits: 1)
      return (String(pair.first ?? ""), pair.count == 2 ? String(pair[1]) : "")
    }
  }
}

extension StringProtocol {
  /// The string without spaces at its ends.
  var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
