#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Errors on demand.
  extension ScriptedProvider.State {
    func inject(_ fault: ScriptedFault, times: Int) {
      faults.append((fault, times))
    }

    func clearFaults() {
      faults = []
    }

    /// Returns a fault that applies now, and counts it down.
    func takes(_ isMeant: (ScriptedFault) -> Bool) -> ScriptedFault? {
      guard let index = faults.firstIndex(where: { $0.times > 0 && isMeant($0.fault) }) else { return nil }
      faults[index].times -= 1
      return faults[index].fault
    }

    func tokenFault(_ kind: (ScriptedFault.TokenFault) -> ScriptedFault) -> ScriptedFault.TokenFault? {
      ScriptedFault.TokenFault.allCases.first { fault in takes { $0 == kind(fault) } != nil }
    }

    func requestFault(_ kind: ScriptedFault.RequestFault) -> Bool { takes { $0 == .request(kind) } != nil }

    var signedResponseFault: ScriptedFault.SignedResponseFault? {
      ScriptedFault.SignedResponseFault.allCases.first { fault in takes { $0 == .signedResponse(fault) } != nil }
    }

    var encryptionFault: ScriptedFault.EncryptionFault? {
      ScriptedFault.EncryptionFault.allCases.first { fault in takes { $0 == .encryption(fault) } != nil }
    }

    /// Encrypts a signed ID token, if the test has set an encrypter.
    func encrypted(_ token: String) throws -> String {
      try script.encrypter?.encrypt(token, fault: encryptionFault) ?? token
    }

    func has(_ fault: ScriptedFault.StepUpFault) -> Bool { takes { $0 == .stepUp(fault) } != nil }

    var isDenied: Bool { takes { $0 == .denial } != nil }

    func responseFault(at place: Endpoint?) -> ScriptedFault.ResponseFault? {
      guard let place else { return nil }
      let fault = takes { if case .response(_, place) = $0 { true } else { false } }
      guard case .response(let kind, _) = fault else { return nil }
      return kind
    }

    /// Signs with a new key of the same algorithm and a different name.
    func rotateKeys(keepingOld: Bool) throws {
      let (old, oldAccess) = (tokenSigner, accessTokenSigner)
      let number = Int(old.keyID.split(separator: "-").last ?? "") ?? 0
      script.olderKeys = keepingOld ? script.olderKeys + [old.jwk] : []
      if oldAccess.algorithm != old.algorithm {
        if keepingOld { script.olderKeys.append(oldAccess.jwk) }
        ownAccessTokenSigner = try oldAccess.rotated(keyID: "key-\(number + 1)")
      }
      script.tokenSigner = try old.rotated(keyID: "key-\(number + 1)")
    }
  }

  extension ScriptedFault.ResponseFault {
    /// - Parameter process: Processes the request.
    func response(_ process: () -> ScriptedResponse) -> ScriptedResponse {
      switch self {
      case .lost: process().lost
      case .delayed(let delay): process().delayed(by: delay)
      case .stalled: process().stalled
      case .truncated: process().truncated
      case .oversized: .json(#"{"padding":""# + String(repeating: "x", count: 2 << 20) + #""}"#)
      case .html: .html("<!doctype html><title>Please wait</title>")
      case .rateLimited(let delay):
        ScriptedResponse(
          429, headers: ["Retry-After": String(delay.components.seconds), "Content-Type": "application/json"],
          body: #"{"error":"too_many_requests"}"#)
      case .unavailable: ScriptedResponse(503)
      }
    }
  }
#endif
