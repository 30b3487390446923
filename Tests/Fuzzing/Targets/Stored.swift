import Crypto
import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime
@testable import AuthWeb

extension FuzzEntry {
  static let credential = FuzzEntry(longest: 8192) { bytes in
    let credential: Credential
    do throws(StoreFailure) { credential = try Credential(encoded: Data(bytes)) } catch { return .rejected }
    let written = credential.encoded()
    let again: Credential
    do throws(StoreFailure) { again = try Credential(encoded: written) } catch {
      throw BrokenProperty(description: "a written credential is corrupt")
    }
    // The first round trip may lose the last digits of a date.
    let third = try Credential(encoded: again.encoded())
    try require(third == again, "a written credential isn't read back")
    try require(again.claims?.subject == credential.claims?.subject, "the user has changed")
    try require(again.accessToken == credential.accessToken, "the access token has changed")
    _ = (credential.sessionKey?.signer?.thumbprint, "\(credential)")
    return .accepted
  }

  /// The first byte selects the format of the file, and whether the input is the file or its content.
  static let sealedFile = FuzzEntry { bytes in
    let (variant, input) = bytes.variant
    let (key, label) = (SymmetricKey(data: Data(repeating: 4, count: 32)), "label")
    if variant & 2 == 0 {
      let keys: [SealedFile.Key] = [.given(key), .passphrase(PassphraseKeys(Secret(""), cost: .standard))]
      guard variant & 1 == 1 else {
        let clear = keys.map { SealedFile.open(Data(input), with: $0, label: Data(label.utf8)) }
        return clear.allSatisfy { $0 == nil } ? .rejected : .accepted
      }
      let sealed = SealedFile.seal(Data(input), with: keys[0], label: Data(label.utf8))
      let again = sealed.flatMap { SealedFile.open($0, with: keys[0], label: Data(label.utf8)) }
      try require(again == Data(input), "the content of a file is changed")
      return .accepted
    }
    guard variant & 1 == 1 else {
      guard let envelope = ProtectedEnvelope(bytes: Data(input)) else { return .rejected }
      try require(envelope.bytes == Data(input), "a written file has other bytes")
      return envelope.open(with: key, for: label) == nil ? .rejected : .accepted
    }
    let (protected, clear) = input.halves
    let envelope = ProtectedEnvelope(Data(clear), with: key, protectedAs: Data(protected), for: label)
    guard let envelope else { return .rejected }
    let again = ProtectedEnvelope(bytes: envelope.bytes)?.open(with: key, for: label)
    try require(again == Data(clear), "the content of a protected file is changed")
    return .accepted
  }

  /// The first byte selects a sealed value, or the content of one: a session, or a sign-in in a cookie.
  static let webSession = FuzzEntry { bytes in
    let (variant, input) = bytes.variant
    let (sealer, id) = (Fixture.sealer, Fixture.sessionID)
    switch variant & 3 {
    case 0: return sealer.open(Data(input), for: .session, at: id.bytes) == nil ? .rejected : .accepted
    case 1:
      let sealed = try sealer.seal(Data(input), for: .session, at: id.bytes)
      try require(
        sealer.open(sealed, for: .session, at: id.bytes) == Data(input), "the content of a session is changed")
      try require(sealer.open(sealed, for: .credential, at: id.bytes) == nil, "a session is opened as a credential")
      return Self.reread(sealed, id) ? .accepted : .rejected
    case 2:
      let sealed = try sealer.seal(Data(input), for: .pendingSignIn, at: Data("signin.fuzz.a".utf8))
      let value = sealer.value(PendingCookies.Contents.self, of: sealed, for: .pendingSignIn, at: "signin.fuzz.a")
      return value == nil ? .rejected : .accepted
    default:
      // A session whose credential is the input.
      guard let credential = try? Credential(encoded: Data(input)) else { return .rejected }
      let sealed = try SessionContents(credential: credential, account: "a").sealed(for: id, with: sealer)
      try require(Self.reread(sealed, id), "a sealed session isn't read back")
      return .accepted
    }
  }

  private static func reread(_ sealed: Data, _ id: SessionIDHash) -> Bool {
    (try? SessionContents(sealed, of: id, with: Fixture.sealer)) != nil
  }

  /// The first byte selects the format.
  static let archive = FuzzEntry(longest: 16_384) { bytes in
    let (variant, input) = bytes.variant
    let data = Data(input)
    let found: [ImportedCredential]
    do {
      switch variant & 3 {
      case 0: found = [try ImportedCredential(appAuthState: data)]
      case 1: found = [try ImportedCredential(auth0Credentials: data)]
      default:
        let accounts = try ImportedCredential.msalAccounts(in: [data], clientID: "app")
        try require(accounts.keys.allSatisfy(\.hasShortMarkRuns), "an account's name is slow to compare")
        let isOwn = accounts.values.allSatisfy { $0.clientID?.isExactly("app") == true && $0.refreshToken != nil }
        try require(isOwn, "an account has no refresh token of this client")
        found = Array(accounts.values)
      }
    } catch let failure as AdoptionFailure {
      try require(!"\(failure)".contains("\n"), "a failure has several lines")
      return .rejected
    }
    for credential in found { try check(credential) }
    return found.isEmpty ? .rejected : .accepted
  }

  private static func check(_ credential: ImportedCredential) throws(BrokenProperty) {
    let secrets = [credential.refreshToken, credential.accessToken, credential.idToken, credential.clientSecret]
    let texts = secrets.compactMap { $0?.reveal() } + credential.scopes + [credential.clientID].compactMap(\.self)
    try require(texts.allSatisfy(\.hasShortMarkRuns), "a string is slow to compare")
    try require(credential.scopes.allSatisfy { !$0.isEmpty && !$0.contains(" ") }, "a scope isn't one word")
    try require(credential.expiresAt?.timeIntervalSince1970.isFinite ?? true, "a time isn't finite")
    let shown = "\(credential) \(String(reflecting: credential))"
    // A short secret may occur in any text.
    let long = secrets.compactMap { $0?.reveal() }.filter { $0.utf8.count >= 20 }
    try require(!long.contains { shown.contains($0) }, "a description contains a secret")
  }
}

extension Fixture {
  static let sealer: Sealer = {
    guard let key = EncryptionKey(bytes: [UInt8](repeating: 5, count: 32)) else { fatalError("a fixed key is invalid") }
    return Sealer(WebKeys(key))
  }()

  static let sessionID: SessionIDHash = {
    guard let id = SessionIDHash(bytes: Data(repeating: 6, count: 32)) else { fatalError("a fixed hash is invalid") }
    return id
  }()
}
