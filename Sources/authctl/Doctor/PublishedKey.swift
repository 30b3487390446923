import AuthRuntime

/// A key in a server's key set, and the algorithms that it can verify here.
struct PublishedKey: Sendable {
  var algorithms: Set<SignatureAlgorithm>

  init(_ value: JSONValue) async {
    algorithms = []
    guard let key = JSONWebKey(value) else { return }
    for algorithm in SignatureAlgorithm.asymmetric where await key.canVerify(algorithm) { algorithms.insert(algorithm) }
  }
}
