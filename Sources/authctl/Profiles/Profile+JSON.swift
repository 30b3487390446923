import AuthDescriptor
import AuthRuntime

/// The keys of a profile in the file of profiles.
enum ProfileKey: String, CaseIterable {
  case provider, issuer, variables, settings, scopes, parameters, store, accounts, device
  case clientID = "client_id"
  case clientSecretFile = "client_secret_file"
  case clientKey = "client_key"
  case clientKeyID = "client_key_id"
  case clientCertificate = "client_certificate"
  case redirectPort = "redirect_port"
  case callbackPath = "callback_path"
  case signedOutPath = "signed_out_path"
  case trustRoot = "trust_root"
  case keyFile = "key_file"
}

extension Profile {
  /// The profile as JSON. Default values are left out.
  var json: JSONValue {
    var members: [ProfileKey: JSONValue] = [:]
    if !clientID.isEmpty { members[.clientID] = .string(clientID) }
    let texts: [(ProfileKey, String?)] = [
      (.provider, provider), (.issuer, issuer), (.clientSecretFile, clientSecretFile), (.trustRoot, trustRoot),
      (.clientKey, clientKey), (.clientKeyID, clientKeyID), (.clientCertificate, clientCertificate),
      (.callbackPath, callbackPath),
      (.signedOutPath, signedOutPath), (.keyFile, keyFile),
      (.store, store == .system ? nil : store.rawValue),
    ]
    for (key, text) in texts { members[key] = text.map(JSONValue.string) }
    for (key, table) in [(ProfileKey.variables, variables), (.settings, settings), (.parameters, parameters)]
    where !table.isEmpty { members[key] = .object(table.mapValues(JSONValue.string)) }
    for (key, list) in [(ProfileKey.scopes, scopes), (.accounts, accounts)] where !list.isEmpty {
      members[key] = .array(list.map(JSONValue.string))
    }
    members[.redirectPort] = redirectPort.map { .integer(Int64($0)) }
    if isOnAnotherDevice { members[.device] = .bool(true) }
    return .object(Dictionary(uniqueKeysWithValues: members.map { ($0.key.rawValue, $0.value) }))
  }

  /// - Throws: ``ReportedFailure`` with the file, the location in it, and the expected value.
  init(_ json: JSONValue, at place: FilePlace) throws(ReportedFailure) {
    let reading = try ProfileReading<ProfileKey>(json, at: place)
    provider = try reading.text(.provider)
    issuer = try reading.text(.issuer)
    guard (provider == nil) != (issuer == nil) else { throw place.failure("needs either 'provider' or 'issuer'") }
    // Only a client of any server, or of the user's own descriptor, may register itself.
    let registersItself = issuer != nil || provider?.contains { $0 == "/" || $0 == "\\" } == true
    let clientID = try reading.text(.clientID)
    guard clientID != nil || registersItself else { throw place.failure("needs 'client_id'") }
    self.clientID = clientID ?? ""
    clientSecretFile = try reading.text(.clientSecretFile)
    clientKey = try reading.text(.clientKey)
    clientKeyID = try reading.text(.clientKeyID)
    clientCertificate = try reading.text(.clientCertificate)
    variables = try reading.table(.variables)
    settings = try reading.table(.settings)
    parameters = try reading.table(.parameters)
    scopes = try reading.list(.scopes)
    accounts = try reading.list(.accounts)
    redirectPort = try reading.value(.redirectPort, "a whole number from 1 to 65535") { json in
      if case .integer(let port) = json, (1...65535).contains(port) { Int(port) } else { nil }
    }
    callbackPath = try reading.text(.callbackPath)
    signedOutPath = try reading.text(.signedOutPath)
    trustRoot = try reading.text(.trustRoot)
    let stores = StoreChoice.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    store = try reading.value(.store, stores) { $0.string.flatMap(StoreChoice.init) } ?? .system
    keyFile = try reading.text(.keyFile)
    isOnAnotherDevice = try reading.value(.device, "true or false") { $0.bool } ?? false
  }
}

/// A location in a JSON file, for messages.
struct FilePlace {
  let file: String
  let path: String

  func member(_ name: String) -> FilePlace {
    FilePlace(file: file, path: path.isEmpty ? name.shown(limit: 80) : "\(path).\(name.shown(limit: 80))")
  }

  func failure(_ what: String) -> ReportedFailure {
    ReportedFailure(line: "wrongProfile: \(file): \(path) \(what) (correct the file)")
  }
}

/// Reads the values of one profile, each with its type.
struct ProfileReading<Key: RawRepresentable<String> & CaseIterable> {
  let place: FilePlace
  let members: [String: JSONValue]

  init(_ json: JSONValue, at place: FilePlace) throws(ReportedFailure) {
    guard let members = json.object else { throw place.failure("must be an object") }
    let known = Key.allCases.map(\.rawValue)
    if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
      let suggestion = SpellingSuggestion.suggestion(for: unknown, among: known)
      throw place.member(unknown).failure("isn't a key of a profile\(suggestion)")
    }
    (self.place, self.members) = (place, members)
  }

  func value<Value>(
    _ key: Key, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(ReportedFailure) -> Value? {
    guard let json = members[key.rawValue] else { return nil }
    guard let value = read(json) else { throw place.member(key.rawValue).failure("must be \(expected)") }
    return value
  }

  func text(_ key: Key) throws(ReportedFailure) -> String? {
    try value(key, "a nonempty string") { json in json.string.flatMap { $0.isEmpty ? nil : $0 } }
  }

  func list(_ key: Key) throws(ReportedFailure) -> [String] {
    try value(key, "a list of strings") { json in
      json.array.flatMap { list in list.allSatisfy { $0.string != nil } ? list.compactMap(\.string) : nil }
    } ?? []
  }

  func table(_ key: Key) throws(ReportedFailure) -> [String: String] {
    try value(key, "an object with string values") { json in
      json.object.flatMap { table in
        let texts = table.compactMapValues(\.string)
        return texts.count == table.count ? texts : nil
      }
    } ?? [:]
  }
}
