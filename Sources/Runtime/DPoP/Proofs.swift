import Crypto
import Foundation
import HTTPTypes

/// Adds proofs of possession to the requests of a client (RFC 9449 §4), and remembers the servers' nonces.
final class Proofs: Sendable {
  private struct HashedToken: Sendable {
    let token: String
    let hash: String
  }

  private let nonces = ProofNonces()
  private let clock: ServerClock
  /// The hash of the last access token, because most requests of a session contain the same token.
  private let lastToken = Guarded<HashedToken?>(nil)

  init(clock: ServerClock) {
    self.clock = clock
  }

  /// Adds a proof for this request, which replaces an earlier one.
  ///
  /// - Parameter token: The access token in the request, if there is one.
  /// - Returns: The nonce in the proof, if there is one.
  /// - Throws: ``SessionFailure/keyUnavailable`` if this device can't use the key.
  func add(
    to request: inout HTTPRequest, by key: SessionKey, for token: Secret? = nil
  ) async throws(StepFailure) -> String? {
    let nonce = nonce(for: request)
    let proof = try await proof(for: request, by: key, token, nonce: nonce)
    try request.headerFields.set(HTTPField.Name(checking: "DPoP"), proof)
    return nonce
  }

  /// Returns a proof for a request.
  ///
  /// - Parameter nonce: The nonce that the server requires.
  func proof(
    for request: HTTPRequest, by key: SessionKey, _ token: Secret?, nonce: String?
  ) async throws(StepFailure) -> String {
    guard let signer = key.signer else { throw .session(.keyUnavailable) }
    let (date, tokenHash) = (await clock.now, token.map(hash))
    do {
      return try await signer.proof(for: ProofTarget(request), tokenHash: tokenHash, nonce: nonce, at: date)
    } catch {
      throw .session(.keyUnavailable)
    }
  }

  /// The nonce that the server of this request requires, if it's known.
  func nonce(for request: HTTPRequest) -> String? { nonces[ProofNonces.Origin(request)] }

  /// Remembers the nonce of a response.
  ///
  /// - Parameter sent: The nonce in the proof of the request.
  /// - Returns: Whether the server now requires another nonce. If its error is ``useNonce``, it hasn't processed the request, so
  ///   the client may send it again with a new proof (§8, §9).
  func read(_ response: HTTPResponse, to request: HTTPRequest, after sent: String?) -> Bool {
    nonces.read(response, from: ProofNonces.Origin(request))
    return response.proofNonce.map { $0 != sent } ?? false
  }

  /// The error code of a server that requires another nonce (§8).
  static let useNonce = "use_dpop_nonce"

  private func hash(of token: Secret) -> String {
    let text = token.reveal()
    return lastToken.withLock { last in
      if let last, last.token == text { return last.hash }
      let hash = Base64URL.encode(SHA256.hash(data: Data(text.utf8)))
      last = HashedToken(token: text, hash: hash)
      return hash
    }
  }
}

extension ProofTarget {
  /// RFC 9449 §4.2: the URL without its query and fragment.
  init(_ request: HTTPRequest) {
    method = request.method.rawValue
    let whole = request.path ?? ""
    let end = whole.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? whole.endIndex
    let path = whole[..<end]
    url = "\(request.scheme ?? "")://\(request.authority ?? "")\(path.isEmpty ? "/" : path)"
  }
}
