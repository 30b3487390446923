import AuthRuntime

/// A key of a server's key set, and what tokens it can verify here.
struct PublishedKey: Sendable {
  var algorithms: Set<SignatureAlgorithm>

  init(_ value: JSONValue) async {
    algorithms = []
    guard let key = JSONWebKey(value) else { return }
    for algorithm in SignatureAlgorithm.asymmetric where await key.canVerify(algorithm) { algorithms.insert(algorithm) }
  }
}
