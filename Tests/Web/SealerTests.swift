import AuthRuntime
import Crypto
import Foundation
import Testing

@testable import AuthWeb

@Suite struct `An encrypted value of a web app` {
  private let key = EncryptionKey()
  private let clear = Data("clear".utf8)
  private let place = Data("place".utf8)
  private var sealer: Sealer { Sealer(WebKeys(key)) }

  @Test(arguments: [(1, true), (0, false), (2, false)] as [(UInt8, Bool)])
  func `Only values of the known version are opened`(version: UInt8, isOpened: Bool) throws {
    let (ring, salt) = (KeyOfRing(key), Data(repeating: 7, count: 16))
    let head = Data([version]) + ring.id + salt
    let box = try AES.GCM.seal(
      clear, using: ring.derived(for: .session, salt: salt), authenticating: head + Data("session".utf8) + [0] + place)
    let sealed = head + (try #require(box.combined))
    #expect(sealer.open(sealed, for: .session, at: place) == (isOpened ? clear : nil))
  }

  @Test func `A value that isn't complete or has another byte isn't opened`() throws {
    let sealed = try sealer.seal(clear, for: .session, at: place)
    #expect(sealer.open(sealed, for: .session, at: place) == clear)
    for length in 0..<sealed.count { #expect(sealer.open(sealed.prefix(length), for: .session, at: place) == nil) }
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(sealer.open(changed, for: .session, at: place) == nil)
    }
    #expect(sealer.open(sealed, for: .credential, at: place) == nil)
    #expect(sealer.open(sealed, for: .session, at: Data("other".utf8)) == nil)
  }
}
