import Crypto
import CryptoExtras
import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  /// The first byte selects the key, and whether the input is an encrypted token or the content of one.
  static let jwe = FuzzEntry(longest: 16_384) { bytes in
    let (variant, input) = bytes.variant
    let decryption = Fixture.decryptions[Int(variant >> 1) % Fixture.decryptions.count]
    guard variant & 1 == 1 else {
      guard let text = try? decryption.decrypted(input.text) else { return .rejected }
      try require(EncryptedToken.isEncrypted(input.text), "a token without five parts is decrypted")
      try require(Self.algorithm(of: input.text) == decryption.key.algorithm.rawValue, "another algorithm is accepted")
      _ = try? SignedToken(text)
      return .accepted
    }
    let contents = ProviderConfiguration.EncryptionRules.Content.allCases
    let token = try Fixture.encrypted(input, with: contents[Int(variant >> 4) % contents.count])
    let text = try Fixture.decryptions[0].decrypted(token)
    try require(text.isExactly(input.text), "the content is changed")
    do throws(StepFailure) { _ = try SignedToken(text).claims() } catch { return .rejected }
    return .accepted
  }

  /// The `alg` in the header of an encrypted token.
  private static func algorithm(of token: String) -> String? {
    let header = token.split(separator: ".").first.flatMap { Base64URL.decode($0) }
    return header.flatMap { JSONValue(parsing: $0)?.object?["alg"]?.string }
  }
}

extension Fixture {
  static let decryptions: [TokenDecryption] = {
    var rules = ProviderConfiguration.EncryptionRules()
    rules.key = "{settings.key}"
    let keys = [
      #"{"kty":"EC","crv":"P-256","d":"\#(scalar)","x":"\#(x(agreement))","y":"\#(y(agreement))"}"#,
      #"{"kty":"OKP","crv":"X25519","d":"\#(scalar)","x":"\#(Base64URL.encode(curve.publicKey.rawRepresentation))"}"#,
      rsaKey,
    ]
    let made = keys.compactMap { key in
      try? TokenDecryption(rules, TemplateValues(configuration, now: { now }).adding("settings.key", key))
    }
    guard made.count == keys.count else { fatalError("a fixed key is invalid") }
    return made
  }()

  private static let scalar = Base64URL.encode([UInt8](repeating: 2, count: 32))
  private static let agreement = fixed { try P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }
  private static let curve = fixed { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }

  private static func fixed<Key>(_ make: (Data) throws -> Key) -> Key {
    guard let key = try? make(Data(repeating: 2, count: 32)) else { fatalError("a fixed key is invalid") }
    return key
  }

  private static func x(_ key: P256.KeyAgreement.PrivateKey) -> String {
    Base64URL.encode(key.publicKey.rawRepresentation.prefix(32))
  }

  private static func y(_ key: P256.KeyAgreement.PrivateKey) -> String {
    Base64URL.encode(key.publicKey.rawRepresentation.suffix(32))
  }

  /// Encrypts for the first key. The sender's key is that key, too, so that nothing is random.
  static func encrypted(
    _ content: [UInt8], with algorithm: ProviderConfiguration.EncryptionRules.Content
  ) throws -> String {
    let header = """
      {"alg":"ECDH-ES","enc":"\(algorithm.rawValue)","cty":"JWT","epk":{"kty":"EC","crv":"P-256","x":"\(x(agreement))",\
      "y":"\(y(agreement))"}}
      """
    let protected = Base64URL.encode(header.utf8)
    let secret = try agreement.sharedSecretFromKeyAgreement(with: agreement.publicKey)
    let key = KeyAgreement.key(from: secret, for: algorithm, partyU: Data(), partyV: Data())
    let iv = Data(repeating: 3, count: algorithm.ivBytes)
    let (ciphertext, tag) = try sealed(Data(content), key, iv, Data(protected.utf8), algorithm)
    return "\(protected)..\(Base64URL.encode(iv)).\(Base64URL.encode(ciphertext)).\(Base64URL.encode(tag))"
  }

  private static func sealed(
    _ content: Data, _ key: SymmetricKey, _ iv: Data, _ header: Data,
    _ algorithm: ProviderConfiguration.EncryptionRules.Content
  ) throws -> (Data, tag: Data) {
    guard algorithm == .a128CBCHS256 else {
      let box = try AES.GCM.seal(content, using: key, nonce: AES.GCM.Nonce(data: iv), authenticating: header)
      return (box.ciphertext, box.tag)
    }
    let bytes = key.withUnsafeBytes { Data($0) }
    let ciphertext = try AES._CBC.encrypt(
      content, using: SymmetricKey(data: bytes.suffix(16)), iv: AES._CBC.IV(ivBytes: iv))
    let length = withUnsafeBytes(of: UInt64(header.count * 8).bigEndian) { Data($0) }
    let code = HMAC<SHA256>.authenticationCode(
      for: header + iv + ciphertext + length, using: SymmetricKey(data: bytes.prefix(16)))
    return (ciphertext, Data(code).prefix(16))
  }

  /// Only for these inputs. `scripts/lib/fuzz/seeds.py` reads it, and encrypts tokens for it.
  private static let rsaKey = """
    {"kty":"RSA","n":"pTzzC2X0cUOuxg9BFGNFb0yuR7W24g6_di_0nm5-g5GWgRL4v1qVSt-dA1jIWc6X-ZgWkRAdZgqoT1A98aTCAWeD_T\
    jksIGjr1ywNpnZagpM8poUOtHDi6Mv7z0DYmjgjkGirU0aAuILr72-_ZIpg6kw3wctsipkKgAgJPwv9Z02Yytsl78-2bzTQrwgPFSEWKYDlK\
    pXgoxUFu7esbqQdmKm8kU2U5TrBHaAvvDEbhHoEH-S6oCTpmA--hJ_xnjFQySZUcSbDUEn-kY2isU_hezM7YcBUY8g_xrjBLIMhWoH2WdUbj\
    9fJhHloQbPXAzmfDevzoEWLGwSXWV_EyRGYw","e":"AQAB","d":"TeutDU359MOfEoU1AmFB6Bd4BBb79CRSQ3Cf4WpnvLGWEK4aoVodFt\
    7WUzK14CvdXPVMhwHbazhRYH2NiHtShYkEJBCFP3sS7mo-KrFoZmoPGURxj79FgH7m5uGVy_17D3qCNUkrn_pq2mgXPcqESzMo-bOP5_m3nF\
    rMzcQi9aZ4XicbSi-XiJDOkSltW4K5IDCZDFh-ZAzSemkRLxRuDmClzGtKMmRTgeDU8ZIFKQZ-HmPqHSha2SKfu5Gpr8-4NAiIpJ8ILobYkC\
    1ml7wbh70BTQ96Nsrhe7mL_9NxmjmmzqqC0cQs_cnA9_yINvy7YB1wAS7mSvQJglsEdHo_UQ","p":"xuxlKddTGSv05QMXxXb9Mg6bwHZpQ\
    lo13qgjh1e9x9FgG9b-ZaBjV3n8Fddxp5upfQHpGTGd6QcERO4rQDDnMshU9vKAZX1kOmm9OvTlt7ZmcRylMEBY5Ds7IzfjRwXew38fOafXy\
    FCURAOyOxY4ZezZ-IdKFfq1NuZQ6EZmFcs","q":"1KZAUm4HKF6hOrJiZ94VRbDZJ-px7q0rWwXyOAOWAofpojNDx0SMG2NHMbhlqwYEQwY\
    nrACMyJzg7VzphBN_oU8klW6eTTkgdDQd8AmFWK3ZIoTPCSs2e8wTCulIU9ofFbsUVDoKqMBYX9Z9hcn8E9dNFO8axm04SEgVhLRiPsk","d\
    p":"W7bSTaBBZ_GkT5JFe32I73NczDfMABOnkqji-JuznFUkgrF1SVXRd5t-ZnOWqzhRxJkE5-DAdZgOl9lXh5kEf51tzw2vtRtDAsuNu4j-\
    AN3QDYavgreoRFIqyeoSl8RVGL2bn_GKw4ijU1iA7E0qY5P4S2XU-p1Ev7MgynbqylE","dq":"Rm-7JpKjdE_D__lOdzEswqTNiVcy3egmU\
    EQr8znc2oHCdaOdc8fU0M2Vq3Z01q1rg_fp9CNKfrjYGEeKYeFDiV75szWs4c9mXJdWw0ekD7emELUFDvhtV5xFQnv7JSs-2KfbF_sRxMvRe\
    g1GDqbVBI1wTtrUd5194xNdbVOCp2E","qi":"xSVMWeHw5McH4iNS_eHO688QXnm9HPq1al82eTG1-VL3ATZFVVbBXFSVB_0Kr_8z_myO_B\
    VEJudLdnLym5Rcggs-5IAvr0ZIbjiIFCjWJB8_ZD9oRa_Ln-uVMEwC3ZY3kvCXYt63a8MmX34JklpMRg-CbN0eq3tkjQFMfSAtmLQ"}
    """
}
